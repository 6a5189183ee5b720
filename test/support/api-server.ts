import { EventEmitter, once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer, type ServerOptions } from "node:https";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import {
  type Certificate,
  openCertificateAuthority,
} from "../../lib/hosts/local/certificate-authority.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";
import { listenLocally } from "./local-port.ts";

/** A real HTTPS server in place of an API server, with responses that a test sets. */
export interface ApiServer {
  readonly url: string;
  readonly port: number;
  /** The CA's certificate in PEM. */
  readonly ca: string;
  readonly certificate: Certificate;
  /** The requests so far, the oldest first. `requests.length = 0` removes them. */
  readonly requests: SeenRequest[];
  /** Resolves when this many requests have come since `requests` was emptied. */
  reached(count: number): Promise<void>;
  /** Sets the listener that responds to all requests from now on. */
  answer(listener: RequestListener): void;
  /** Closes all connections, so that the next request on one of them fails. */
  cut(): Promise<void>;
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The caller's port: the same as before if a connection was used again. */
  readonly port: number | undefined;
  /** The SHA-256 fingerprint of the caller's certificate; empty without one. */
  readonly fingerprint: string;
}

/** Starts a server on the loopback interface with a certificate for `names`. It responds with HTTP 500 until `answer` is called. */
export async function startApiServer(
  names: readonly string[] = ["127.0.0.1"],
  options: ServerOptions = {},
): Promise<ApiServer> {
  const folder = await mkdtemp(join(tmpdir(), "api-server-"));
  const authority = await openCertificateAuthority(folder);
  const certificate = await authority.issue(names);
  const ca = await readFile(authority.caFile, "utf8");
  await rm(folder, { recursive: true });
  let listener: RequestListener = (_, response) => void response.writeHead(500).end();
  const requests: SeenRequest[] = [];
  const arrivals = new EventEmitter();
  const server = createServer({ ...certificate, ...options }, (request, response) => {
    requests.push(seen(request));
    arrivals.emit("request");
    listener(request, response);
  });
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)));
  });
  const port = await listenLocally(server);
  const cut = async (): Promise<void> => {
    const all = [...sockets];
    await Promise.all(
      all.map((socket) => new Promise((resolve) => socket.once("close", resolve).destroy())),
    );
  };
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    ca,
    certificate,
    requests,
    reached: async (count) => {
      while (requests.length < count) await once(arrivals, "request");
    },
    answer: (given) => {
      listener = given;
    },
    cut,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      await cut();
      await closed;
    },
  };
}

function seen({ url = "", headers, socket }: IncomingMessage): SeenRequest {
  const peer = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
  return { path: url, headers, port: socket.remotePort, fingerprint: peer?.fingerprint256 ?? "" };
}

/** Responds with JSON. */
export function send(response: ServerResponse, status: number, body: JsonValue): void {
  response.writeHead(status, { "content-type": "application/json" }).end(stringify(body));
}
