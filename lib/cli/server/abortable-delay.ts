import { setTimeout } from "node:timers/promises";

/** Waits `ms` milliseconds, or until the signal is aborted. Does not reject then. */
export async function abortableDelay(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch((fault: unknown) => {
    if (!signal.aborted) throw fault;
  });
}
