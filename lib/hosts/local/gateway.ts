import type { ServerOptions } from "node:http";
import { createSecureServer } from "node:http2";
import { startListening } from "../start-listening.ts";
import { type ListenerOptions, requestListener } from "./request-listener.ts";

/** What a local HTTPS gateway serves, its port and address, and its certificate and key, both in PEM. */
export interface GatewayOptions extends ListenerOptions {
  readonly cert: string;
  readonly key: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly address?: string;
}

/** A running local HTTPS gateway. */
export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * How long an idle connection stays open, in ms. This is longer than kube-apiserver (90 s) and load balancers (60 s)
 * keep one. If the server closed a connection first, it might do so while a review is being sent, and that review would
 * fail with EOF.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/net/http.go, SetTransportDefaults.
 */
export const idleConnectionMs = 120_000;

/**
 * Starts the local gateway: HTTPS with HTTP/1.1 and HTTP/2, keep-alive, and the size and time limits of API Gateway and
 * Lambda.
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { cert, key, port, address = "127.0.0.1" } = options;
  const connections = new Set<{ destroy(): void }>();
  const http1: ServerOptions = { keepAliveTimeout: idleConnectionMs };
  const server = createSecureServer({
    ...http1,
    cert,
    key,
    allowHTTP1: true,
    minVersion: "TLSv1.2",
  });
  server.on("request", requestListener(options));
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  server.on("sessionError", () => undefined);
  return {
    port: await startListening(server, { port, address }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}
