import { createServer, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { listenLocally } from "../../support/local-port.ts";

/**
 * A CONNECT proxy in the place of DNS: kube-apiserver sends its webhook calls through it, so that a url such as
 * `https://hooks.example.com/convert` reaches a port of this machine.
 */
export interface ConnectProxy {
  readonly url: string;
  /** The local port of each name. A name that is missing is unreachable. */
  readonly ports: Map<string, number>;
  close(): void;
}

/** Starts the proxy on a free port of the loopback interface. */
export async function startConnectProxy(): Promise<ConnectProxy> {
  const ports = new Map<string, number>();
  const open = new Set<Duplex>();
  const server = createServer((_, response) => response.writeHead(405).end());
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    open.add(client);
    client.once("close", () => open.delete(client));
    join(request, client, head, ports);
  });
  const port = await listenLocally(server);
  const close = (): void => {
    server.close();
    for (const client of open) client.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, ports, close };
}

function join(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  ports: ReadonlyMap<string, number>,
): void {
  client.on("error", () => client.destroy());
  const name = request.url?.replace(/:\d+$/, "").toLowerCase() ?? "";
  const port = ports.get(name);
  if (port === undefined) {
    client.end(`HTTP/1.1 502 ${name} has no address\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const upstream = connect(port, "127.0.0.1", () => {
    client.write("HTTP/1.1 200 OK\r\n\r\n");
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on("error", () => client.destroy());
  client.once("close", () => upstream.destroy());
}
