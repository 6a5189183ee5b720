/**
 * Blocks this thread until another one sets the flag, for `longestMs` at the most. Whoever sets it notifies afterwards, which on
 * a busy machine may be late: it then wakes the next wait, too early.
 */
export function waitForFlag(flag: Int32Array, longestMs: number): void {
  while (Atomics.load(flag, 0) === 0) {
    if (Atomics.wait(flag, 0, 0, longestMs) === "timed-out") return;
  }
}
