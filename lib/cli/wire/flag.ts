/**
 * Blocks this thread until another thread sets the flag, for about `longestMs` at most. The other thread notifies after it has
 * set the flag, perhaps only during the next wait, which would then end too early. So the flag is checked again after each
 * notification.
 */
export function waitForFlag(flag: Int32Array, longestMs: number): void {
  while (Atomics.load(flag, 0) === 0) {
    if (Atomics.wait(flag, 0, 0, longestMs) === "timed-out") return;
  }
}
