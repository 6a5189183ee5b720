import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import type { Socket } from "node:net";
import type { Credentials } from "./access.ts";

/** One GET to a cluster. */
export interface HttpQuestion {
  /** Below the server's url: a path whose segments are encoded, perhaps with a query. */
  readonly path: string;
  readonly accept: string;
  /** Of the answer's body: what is longer is not read to its end. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface HttpReply {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Asks one API server over connections that are kept. */
export interface Transport {
  /** Errors: those of `node:https` as they are, {@link AnswerTooLarge}. */
  get(question: HttpQuestion): Promise<HttpReply>;
  /** Keeps no connection from now on; questions under way are still answered. */
  close(): void;
}

export interface TransportOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** After this long unused a connection is not trusted again: what lies between may have forgotten it silently. */
  readonly idleMs: number;
}

/** The body of an answer goes beyond what its question allows. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge";
}

/** A kept connection ended before its next question was answered: a server closes those that are idle. */
class Dropped extends Error {
  override readonly name = "Dropped";
}

/** Connections to one cluster at the same time: questions beyond wait their turn. */
const maxSockets = 8;

/**
 * Opens a transport; it connects with the first question. The certificate is always verified, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says; no redirect is followed; an agent of our own reads no proxy from the environment.
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
    get: async (question) => {
      question.signal.throwIfAborted();
      dropIdle((socket) => now() - (usedMs.get(socket) ?? 0) > idleMs);
      try {
        return await ask(credentials, question, agent, used);
      } catch (error) {
        if (!(error instanceof Dropped)) throw error;
        return ask(credentials, question, new Agent(tls), used);
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
  { path, accept, maxBytes, signal }: HttpQuestion,
  agent: Agent,
  used: (socket: Socket) => void,
): Promise<HttpReply> {
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
      reject(isDropped ? new Dropped("the connection was closed while idle", { cause }) : cause);
    });
    call.end();
  });
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLarge(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An error's body without the token, should what answers repeat it: errors go to the log. */
function without(authorization: string | undefined, body: Buffer): Buffer {
  if (authorization === undefined) return body;
  const token = authorization.slice("Bearer ".length);
  return Buffer.from(body.toString("latin1").replaceAll(token, "(token)"), "latin1");
}
