import type { PoolFault } from "./function-pool.ts";

/** What goes wrong on order. */
export type Fault =
  /** The gateway responds by itself: the function is not called. */
  | {
      readonly type: "answer";
      readonly status: number;
      readonly message?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is closed before a response; the function is not called. */
  | { readonly type: "cut" }
  /** The function takes so long before it begins. */
  | { readonly type: "slow"; readonly ms: number }
  /** The handler throws; the process ends with status 1; it allocates until it is out of memory; it loops for ever. */
  | { readonly type: "throw" | "exit" | "memory" | "hang" }
  /** The environment is killed when the handler has done its work and before its response is sent. */
  | { readonly type: "kill" };

export interface OrderOptions {
  /** The end of the path of the requests that are meant: `/convert`. Left out: every one. */
  readonly path?: string;
  /** How many requests; default 1. */
  readonly times?: number;
}

/** A fault on order. */
export interface Order extends Disposable {
  /** Requests that it has met. */
  met(): number;
}

/** The faults on order, first come first served. */
export interface Faults {
  /** `using` takes the order back at the end of the block. */
  order(fault: Fault, options?: OrderOptions): Order;
  /** The fault that a request meets, which is thereby used up. */
  take(path: string): Fault | undefined;
}

/** No faults yet. */
export function openFaults(): Faults {
  const orders = new Set<{ readonly fault: Fault; readonly path: string; left: number }>();
  return {
    order: (fault, { path = "", times = 1 } = {}) => {
      const order = { fault, path, left: times };
      orders.add(order);
      return {
        met: () => times - order.left,
        [Symbol.dispose]: () => orders.delete(order),
      };
    },
    take: (path) => {
      for (const order of orders) {
        if (order.left === 0 || !path.endsWith(order.path)) continue;
        order.left--;
        return order.fault;
      }
      return undefined;
    },
  };
}

/** How a pool brings a fault about; nothing of what the gateway does by itself. */
export function poolFaultOf(fault: Fault | undefined): PoolFault {
  switch (fault?.type) {
    case "slow":
      return { inside: `slow=${fault.ms}` };
    case "kill":
      return { inside: "keep", killAfterMs: 300 };
    case "throw":
    case "exit":
    case "memory":
    case "hang":
      return { inside: fault.type };
    default:
      return {};
  }
}
