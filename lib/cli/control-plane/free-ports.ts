import { createServer } from "node:net";
import { startListening } from "../../hosts/start-listening.ts";

/** Ports of the loopback interface that were free when this function tried them. Another process may take one at any time. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const anyPort = { port: 0, address: "127.0.0.1" };
  const ports = await Promise.all(servers.map((server) => startListening(server, anyPort)));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
