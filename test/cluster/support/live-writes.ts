import type { JsonObject } from "../../../lib/json/value.ts";
import type { Resource } from "./resource.ts";

/** A client that goes on writing one object while the ground moves. */
export interface Writer {
  /** Ends after the pending write, and returns the expected object. */
  stop(): Promise<Written>;
  /** Resolves after this many more writes. */
  more(writes: number): Promise<void>;
}

export interface Written {
  readonly count: number;
  readonly errors: readonly string[];
}

/** Starts writing `patchOf(1)`, `patchOf(2)` and so on to an object, one after another, with a pause between them. */
export function startWriter(
  resource: Resource,
  name: string,
  patchOf: (count: number) => JsonObject,
  pauseMs = 0,
): Writer {
  let isStopped = false;
  let count = 0;
  const errors: string[] = [];
  const writing = (async () => {
    while (!isStopped) {
      count++;
      await resource
        .patch(name, "merge", patchOf(count))
        .catch((error: unknown) => errors.push(`write ${count}: ${error}`));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await writing;
      return { count, errors };
    },
    more: async (writes) => {
      const goal = count + writes;
      while (count < goal) await new Promise((resolve) => setTimeout(resolve, 10));
    },
  };
}
