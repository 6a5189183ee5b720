import type { Server } from "node:net";
import { assertDefined } from "../../lib/json/invariant.ts";

/** Makes a server listen on a free port of 127.0.0.1, and returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return portOf(server);
}

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const bound = server.address();
  return assertDefined(typeof bound === "object" ? bound?.port : undefined, "the server listens");
}
