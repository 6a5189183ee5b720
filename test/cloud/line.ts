import { connect, createServer, type Socket } from "node:net";
import { portOf } from "../support/local-port.ts";

/** A TCP line to a port of this machine that can be disturbed. */
export interface Line extends AsyncDisposable {
  readonly port: number;
  /** Changes how the line is from now on; open connections end. */
  be(state: LineState): void;
}

export type LineState =
  /** Bytes pass. */
  | { readonly type: "good" }
  /** What the far end sends arrives so much later. */
  | { readonly type: "slow"; readonly ms: number }
  /** Whoever connects is cut off. */
  | { readonly type: "down" };

/** Opens a good line on a free port of the loopback interface. */
export async function openLine(target: number): Promise<Line> {
  let state: LineState = { type: "good" };
  const open = new Set<Socket>();
  const server = createServer((near) => {
    open.add(near);
    near.on("error", () => near.destroy()).on("close", () => open.delete(near));
    if (state.type === "down") near.resetAndDestroy();
    else join(near, target, state.type === "slow" ? state.ms : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: portOf(server),
    be: (next) => {
      state = next;
      endAll();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      endAll();
    },
  };
}

function join(near: Socket, target: number, ms: number): void {
  const far = connect(target, "127.0.0.1");
  far.on("error", () => near.destroy()).on("close", () => setTimeout(() => near.destroy(), ms));
  near.on("close", () => far.destroy());
  near.pipe(far);
  far.on("data", (bytes) => setTimeout(() => near.writable && near.write(bytes), ms));
}
