import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Callers } from "../callers/callers.ts";
import { errorAnswer, type HttpAnswer } from "../http-answer.ts";
import { destinationOf } from "../request.ts";
import type { Service } from "../review-service.ts";
import { drainBody, readBody } from "./body.ts";

export interface GatewayOptions {
  readonly service: Service;
  readonly callers: Callers;
  readonly cert: string;
  readonly key: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly address?: string;
  /** What a body may take to come; then the line is cut. Default 30,000, the gateway's in the cloud. */
  readonly bodyMs?: number;
}

/** A gateway that listens. */
export interface Gateway {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves the service over HTTPS, HTTP/1.1 and HTTP/2, with keep-alive and the limits of the gateway in the cloud. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { cert, key, port, address = "127.0.0.1" } = options;
  const connections = new Set<{ destroy(): void }>();
  const server = createSecureServer({ cert, key, allowHTTP1: true, minVersion: "TLSv1.2" });
  server.on("request", (request, response) => {
    handle(options, request).then(
      (answer) => send(response, answer),
      () => response.destroy(),
    );
  });
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
  });
  server.on("sessionError", () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

async function handle(
  { service, callers, bodyMs = 30_000 }: GatewayOptions,
  request: Http2ServerRequest,
): Promise<HttpAnswer> {
  const source = request.socket.remoteAddress;
  const line = { method: request.method, target: request.url, ...(source && { source }) };
  const destination = await destinationOf(line, { callers, serves: service.serves });
  const late = setTimeout(() => request.destroy(), bodyMs);
  const body = await (destination.ok ? readBody(request) : drainBody(request));
  clearTimeout(late);
  if (!destination.ok) return destination.error;
  if (body === undefined) return errorAnswer(400, "the body ended early");
  if (body === "too large") {
    return errorAnswer(413, "the review is larger than a 6 MB event can carry");
  }
  const { verb, deadline, caller } = destination.value;
  return service.answer(verb, body, deadline, caller);
}

/** Writes an answer, unless the caller hung up meanwhile. */
function send(response: Http2ServerResponse, { status, headers, body }: HttpAnswer): void {
  if (response.destroyed || response.writableEnded || response.socket?.destroyed === true) return;
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "Content-Length": bytes.length });
  response.end(bytes);
}
