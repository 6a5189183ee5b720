import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { Socket } from "node:net";
import type { Credentials } from "./access.ts";
import { boundedBody } from "./bounded-body.ts";

/** A GET request to a cluster's API server. */
export interface ClusterRequest {
  /** The path below the server's URL, with encoded segments and an optional query. */
  readonly path: string;
  readonly accept: string;
  /** The most bytes of the response's body. Reading a longer body fails. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The response of the API server: the HTTP status and the whole body. */
export interface ClusterResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Sends requests to one API server over persistent connections. */
export interface Transport {
  /** Errors: those of `node:https`, and {@link ResponseTooLarge}. */
  get(clusterRequest: ClusterRequest): Promise<ClusterResponse>;
  /** Closes idle connections. Running requests still complete. */
  close(): void;
}

/** The clock of a transport, and how long its connections may be idle. */
interface TransportOptions {
  /** The time of a monotonic clock in ms. */
  readonly now: () => number;
  /**
   * A connection that has been idle for longer, in ms, is not used again: a network device may have dropped it
   * silently.
   */
  readonly idleMs: number;
}

/** Thrown if the body of a response has more bytes than the request allows. */
export class ResponseTooLarge extends Error {
  override readonly name = "ResponseTooLarge";
}

/**
 * Thrown if a persistent connection is closed before the response. Servers close idle connections, so
 * {@link openTransport} then sends the request again.
 */
class ConnectionDropped extends Error {
  override readonly name = "ConnectionDropped";
}

/**
 * The most concurrent connections to one cluster; further requests wait. A Lambda process handles one review at a time
 * and needs few. The limit is for a server that handles many reviews at once (`serve`, the container): it must take
 * only a small share of the API server's concurrent requests (by default 400 that read and 200 that write). The retry
 * after a dropped connection opens one more.
 */
const maxSockets = 8;

/**
 * Creates a transport, which connects at the first request. Certificates are verified even if
 * `NODE_TLS_REJECT_UNAUTHORIZED` is 0. Redirects are not followed, and proxies in the environment are ignored.
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
  const markUsed = (socket: Socket): void => void usedMs.set(socket, now());
  return {
    get: async (clusterRequest) => {
      clusterRequest.signal.throwIfAborted();
      dropIdle((socket) => now() - (usedMs.get(socket) ?? 0) > idleMs);
      try {
        return await sendRequest(credentials, clusterRequest, agent, markUsed);
      } catch (error) {
        if (!(error instanceof ConnectionDropped)) throw error;
        return sendRequest(credentials, clusterRequest, new Agent(tls), markUsed);
      }
    },
    close: () => {
      agent.maxFreeSockets = 0;
      dropIdle(() => true);
    },
  };
}

function sendRequest(
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
        resolve({ status, body: status === 200 ? body : withoutToken(authorization, body) });
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
  const body = await boundedBody(response, maxBytes);
  if (body === undefined)
    throw new ResponseTooLarge(`the response has more than ${maxBytes} bytes`);
  return body;
}

/** The body of an error response with the token removed, in case the server repeats it: errors are logged. */
function withoutToken(authorization: string | undefined, body: Buffer): Buffer {
  if (authorization === undefined) return body;
  const token = authorization.slice("Bearer ".length);
  return Buffer.from(body.toString("latin1").replaceAll(token, "(token)"), "latin1");
}
