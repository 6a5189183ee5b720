import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../lib/json/value.ts";
import { bodyOf } from "./kinds.ts";
import type { Resource } from "./resource.ts";

/** An object that its author wrote at one version and the server stores at another. */
export interface WalkedObject {
  readonly name: string;
  readonly body: JsonObject;
  readonly written: Resource;
  readonly stored: Resource;
}

/** Which objects. */
type Choice = (object: WalkedObject) => boolean;

/** Clients that relabel and read objects, a request after another each, while builds change. */
export interface Walkers {
  readonly objects: readonly WalkedObject[];
  /** Starts clients for more objects. */
  add(objects: readonly WalkedObject[]): void;
  /** Reads of these objects must give what their authors wrote; at first of all. */
  expectWhole(of: Choice): void;
  /** These objects are relabelled at both versions by turns, the others as they are stored; at first all. */
  relabelAtBoth(of: Choice): void;
  /** Resolves once each object has been through so many rounds that began after the call. */
  rounds(count: number): Promise<void>;
  /** Ends after the requests that are under way: what went wrong in all this time. */
  stop(): Promise<readonly string[]>;
}

/** Starts a client for each object. */
export function startWalkers(first: readonly WalkedObject[]): Walkers {
  const progress = new Map<WalkedObject, number>();
  const running: Promise<void>[] = [];
  const faults: string[] = [];
  let waiting: readonly (() => boolean)[] = [];
  let isWhole: Choice = () => true;
  let isAtBoth: Choice = () => true;
  let isStopped = false;
  const attempt = async (what: string, request: Promise<JsonObject>) => {
    try {
      return await request;
    } catch (fault) {
      faults.push(`${what}: ${fault}`);
      return undefined;
    }
  };
  const round = async (object: WalkedObject, number: number): Promise<void> => {
    const { name, body, written, stored } = object;
    const mustBeWhole = isWhole(object);
    const patch = { metadata: { labels: { round: String(number) } } };
    const through = number % 2 === 0 && isAtBoth(object) ? written : stored;
    await attempt(`${name}, relabelled`, through.patch(name, "merge", patch));
    await attempt(`${name}, read as it is stored`, stored.get(name));
    const read = await attempt(`${name}, read as written`, written.get(name));
    if (read === undefined || !mustBeWhole || isDeepStrictEqual(bodyOf(read), body)) return;
    faults.push(`${name}, read as written: ${JSON.stringify(read)}`);
  };
  const walk = async (object: WalkedObject): Promise<void> => {
    for (let number = 1; !isStopped; number++) {
      await round(object, number);
      progress.set(object, number);
      waiting = waiting.filter((isReached) => !isReached());
    }
  };
  const add = (more: readonly WalkedObject[]): void => {
    for (const object of more) progress.set(object, 0);
    running.push(...more.map(walk));
  };
  add(first);
  return {
    get objects() {
      return [...progress.keys()];
    },
    add,
    expectWhole: (of) => {
      isWhole = of;
    },
    relabelAtBoth: (of) => {
      isAtBoth = of;
    },
    rounds: (count) =>
      new Promise((resolve) => {
        const goals = [...progress].map(([object, done]) => [object, done + 1 + count] as const);
        const isReached = (): boolean => {
          if (!goals.every(([object, goal]) => (progress.get(object) ?? 0) >= goal)) return false;
          resolve();
          return true;
        };
        waiting = [...waiting, isReached];
      }),
    stop: async () => {
      isStopped = true;
      await Promise.all(running);
      return faults;
    },
  };
}
