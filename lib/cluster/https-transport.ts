import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { Socket } from "node:net";
import type { Credentials } from "./access.ts";

/** A GET request to a cluster. */
export interface ClusterRequest {
  /** Below the server's url: a path whose segments are encoded, perhaps with a query. */
  readonly path: string;
  readonly accept: string;
  /** The limit of the response's body, beyond which it is not read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What the API server responds: the HTTP status and the whole body. */
export interface ClusterResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Sends requests to one API server over persistent connections. */
export interface Transport {
  /** Errors: those of `node:https` as they are, {@link ResponseTooLarge}. */
  get(clusterRequest: ClusterRequest): Promise<ClusterResponse>;
  /** Closes idle connections; running requests still complete. */
  close(): void;
}

/** The clock of a transport, and how long its connections may be idle. */
interface TransportOptions {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** A connection idle for longer is not used again: a network device may have dropped it silently. */
  readonly idleMs: number;
}

/** The body of a response is larger than its request allows. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/** A persistent connection was closed before the response: servers close idle connections. */
class ConnectionDropped extends Error {
  override readonly name = "ConnectionDropped";
}

/**
 * Concurrent connections to one cluster; further requests wait. A Lambda process has one review at a time, whose lookups are
 * few: the limit keeps a gateway with many reviews from taking more than a small share of an API server's 600 concurrent
 * requests (400 that read, 200 that write, by default).
 */
const maxSockets = 8;

/**
 * Opens a transport, which connects at the first request. The certificate is always verified, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says; redirects are not followed; the agent ignores proxies in the environment.
 */
export function openTransport(
  credentials: Credentials,
  { now, idleMs }: TransportOptions,
): Transport {
  const tls = { secureContext: credentials.tls, rejectUnauthorized: true };
  const agent = new Agent({ ...tls, keepAlive: true, maxSockets, maxFreeSockets: maxSockets });
  const usedMs = new WeakMap<Socket, number>();
  const dropIdle = (isOld: (socket: Socket) => boolean): void => {
    for (const socket of Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? [])) {
      if (isOld(socket)) socket.destroy();
    }
  };
  const used = (socket: Socket): void => void usedMs.set(socket, now());
  return {
    get: async (clusterRequest) => {
      clusterRequest.signal.throwIfAborted();
      dropIdle((socket) => now() - (usedMs.get(socket) ?? 0) > idleMs);
      try {
        return await ask(credentials, clusterRequest, agent, used);
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        return ask(credentials, clusterRequest, new Agent(tls), used);
      }
    },
    close: () => {
      agent.maxFreeSockets = 0;
      dropIdle(() => true);
    },
  };
}

function ask(
  { host, prefix, authorization }: Credentials,
  { path, accept, maxBytes, signal }: ClusterRequest,
  agent: Agent,
  used: (socket: Socket) => void,
): Promise<ClusterResponse> {
  const headers = { accept, ...(authorization !== undefined && { authorization }) };
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const call = request({ ...host, path: prefix + path, headers, agent, signal }, (response) => {
      isAnswered = true;
      const { socket, statusCode: status = 0 } = response;
      readBody(response, maxBytes).then((body) => {
        used(socket);
        resolve({ status, body: status === 200 ? body : without(authorization, body) });
      }, reject);
    });
    call.on("error", (cause) => {
      const isDropped = call.reusedSocket && !isAnswered;
      reject(
        isDropped
          ? new ConnectionDropped("the connection was closed while idle", { cause })
          : cause,
      );
    });
    call.end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new ResponseTooLarge(`the response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An error's body without the token, in case the server repeats it: errors go to the log. */
function without(authorization: string | undefined, body: Buffer): Buffer {
  if (authorization === undefined) return body;
  const token = authorization.slice("Bearer ".length);
  return Buffer.from(body.toString("latin1").replaceAll(token, "(token)"), "latin1");
}
