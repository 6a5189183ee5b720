import { setTimeout } from "node:timers/promises";

/** Resolves after a number of milliseconds, or as soon as the signal aborts. */
export async function waiting(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch((fault: unknown) => {
    if (!signal.aborted) throw fault;
  });
}
