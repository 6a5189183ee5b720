import type { Server } from "node:net";
import { assertDefined } from "../json/invariant.ts";

/** The port and address that a server listens on. */
export interface ListeningAddress {
  /** 0 for any free port. */
  readonly port: number;
  /** Undefined for all addresses of the machine. */
  readonly address: string | undefined;
}

/** Makes a server listen, and gives its port. Rejects with the error of the system if the server can't listen. */
export function startListening(
  server: Server,
  { port, address }: ListeningAddress,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(address !== undefined && { host: address }) }, () => {
      server.off("error", reject);
      resolve(portOf(server));
    });
  });
}

function portOf(server: Server): number {
  const bound = server.address();
  const port = typeof bound === "object" ? bound?.port : undefined;
  return assertDefined(port, "a server that listens on an address has a port");
}
