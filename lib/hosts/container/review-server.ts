import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import type { Certificate } from "../local/certificate-authority.ts";
import { idleConnectionMs } from "../local/gateway.ts";
import { type ListenerOptions, requestListener } from "../local/request-listener.ts";
import { type ListeningAddress, startListening } from "../start-listening.ts";

/** What a review server serves, where it listens, and whether it is ready. */
interface ReviewServerOptions extends ListenerOptions, ListeningAddress {
  readonly certificate: Certificate;
  /** Returns why the process is not ready; undefined if it is ready. */
  readonly unready: () => Promise<string | undefined>;
}

/** A running server for reviews and probes. */
interface ReviewServer {
  readonly port: number;
  /** Uses another certificate for new connections. */
  readonly renew: (certificate: Certificate) => void;
  /**
   * From now on, each response closes its connection, so that the client's next connection can reach another instance.
   */
  readonly closeAfterResponses: () => void;
  /** Stops accepting connections and closes idle ones. Resolves when all responses have been sent, at most 30 s later. */
  readonly finish: () => Promise<void>;
}

/**
 * Serves reviews, and the probes `/healthz` and `/readyz`, over HTTPS with HTTP/1.1: kube-apiserver, kubelet and load
 * balancers do not need HTTP/2.
 */
export async function startReviewServer(options: ReviewServerOptions): Promise<ReviewServer> {
  const { certificate, unready } = options;
  let isClosing = false;
  const review = requestListener(options);
  const unused = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  const server = createServer(
    { ...certificate, minVersion: "TLSv1.2", keepAliveTimeout: idleConnectionMs },
    (request, response) => {
      unused.delete(request.socket);
      unanswered.add(response);
      response.on("close", () => unanswered.delete(response));
      if (isClosing) closeAfter(response);
      if (!answersProbe(request, response, unready)) review(request, response);
    },
  );
  server.on("secureConnection", (socket) => {
    unused.add(socket);
    socket.on("close", () => unused.delete(socket));
  });
  return {
    port: await startListening(server, options),
    renew: ({ cert, key }) => server.setSecureContext({ cert, key, minVersion: "TLSv1.2" }),
    closeAfterResponses: () => {
      isClosing = true;
      for (const response of unanswered) closeAfter(response);
    },
    finish: () => {
      // Node does not treat a connection without a first request as idle, so this timer closes such connections.
      const late = setTimeout(() => {
        for (const socket of unused) socket.destroy();
      }, firstRequestMs);
      return closeServer(server).finally(() => clearTimeout(late));
    },
  };
}

/** Makes the connection close after this response, unless its headers have been sent already. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("Connection", "close");
}

/**
 * How long a closing server waits for the first request of a new connection, in ms. The number is a choice: a client that
 * connects sends its request at once, and another one delays the end by no more.
 */
const firstRequestMs = 1_000;

/**
 * How long a closing server waits for reviews in progress, in ms. kube-apiserver does not wait longer for a response.
 */
const finishMs = 30_000;

/** Closes a server and its idle connections. Waits until the others are closed, and closes them after {@link finishMs}. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), finishMs);
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Responds to a probe and returns true; returns false for any other request. */
function answersProbe(
  { method, url, socket }: IncomingMessage,
  response: ServerResponse,
  unready: () => Promise<string | undefined>,
): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const send = (status: number, text: string): void => {
    response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(`${text}\n`);
  };
  if (url === "/healthz") {
    send(200, "ok");
    return true;
  }
  if (url !== "/readyz") return false;
  unready().then(
    (reason) => send(reason === undefined ? 200 : 503, reason ?? "ok"),
    () => socket.destroy(),
  );
  return true;
}
