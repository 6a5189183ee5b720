import { createServer } from "node:http";
import { type ListeningAddress, startListening } from "../start-listening.ts";
import { metricsType } from "./prometheus.ts";

interface MetricsServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves `GET /metrics` over HTTP on its own port, which is not a port of the webhooks' Service. */
export async function startMetricsServer(
  text: () => string,
  address: ListeningAddress,
): Promise<MetricsServer> {
  const server = createServer(({ method, url }, response) => {
    const isMetrics = url === "/metrics" && (method === "GET" || method === "HEAD");
    if (isMetrics) response.writeHead(200, { "Content-Type": metricsType }).end(text());
    else response.writeHead(404).end();
  });
  return {
    port: await startListening(server, address),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
