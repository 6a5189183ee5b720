import type { Server } from "node:net";
import { known } from "../json/invariant.ts";

/** Where a server listens. */
export interface ListeningAddress {
  /** 0 takes a free port. */
  readonly port: number;
  /** Undefined: all addresses of the machine. */
  readonly address: string | undefined;
}

/** Starts to listen and returns the port. Rejects with the system's error where that is not possible. */
export function listening(server: Server, { port, address }: ListeningAddress): Promise<number> {
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
  return known(port, "a server that listens on an address has a port");
}
