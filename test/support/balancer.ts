import { connect, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { portOf } from "./local-port.ts";

/** A TCP load balancer on the loopback interface, in place of a Service and its endpoints. */
export interface Balancer extends AsyncDisposable {
  readonly port: number;
  /** How many connections were passed on to a port. */
  readonly passedTo: (port: number) => number;
  /** Adds a port, and resolves once the port is ready, so that it gets connections. */
  readonly add: (port: number) => Promise<void>;
  /** Removes a port: it gets no new connections. */
  readonly remove: (port: number) => void;
}

/** The interval of readiness checks of each port, in ms. */
const everyMs = 100;

/** Passes connections on to the ports that are ready, in turn. Open connections stay, even if their port is no longer ready. */
export async function startBalancer(
  isReady: (port: number) => Promise<boolean>,
): Promise<Balancer> {
  const ready = new Map<number, boolean>();
  const passed = new Map<number, number>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const ports = [...ready].filter(([, is]) => is).map(([port]) => port);
    const port = ports[turn % ports.length];
    turn += 1;
    if (port === undefined) {
      client.destroy();
      return;
    }
    passed.set(port, (passed.get(port) ?? 0) + 1);
    join(client, connect(port, "127.0.0.1"), sockets);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const probe = async (port: number): Promise<void> => {
    const is = await isReady(port).catch(() => false);
    if (ready.has(port)) ready.set(port, is);
  };
  const timer = setInterval(() => {
    for (const port of ready.keys()) void probe(port);
  }, everyMs);
  return {
    port: portOf(server),
    passedTo: (port) => passed.get(port) ?? 0,
    add: async (port) => {
      ready.set(port, false);
      while (ready.get(port) === false) await setTimeout(everyMs / 10);
    },
    remove: (port) => void ready.delete(port),
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    sockets.add(one);
    one.on("error", () => other.destroy());
    one.on("close", () => sockets.delete(one));
    one.pipe(other);
  }
}
