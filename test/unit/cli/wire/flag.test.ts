import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { waitForFlag } from "../../../../lib/cli/wire/flag.ts";

/**
 * Wakes the waiting thread without setting the flag, as a notification does that arrives late. Sets it once that thread
 * waits again.
 */
const lateNotifier = `
const { workerData } = require("node:worker_threads");
const flag = new Int32Array(workerData);
while (Atomics.notify(flag, 0) === 0);
while (Atomics.notify(flag, 0) === 0);
Atomics.store(flag, 0, 1);
Atomics.notify(flag, 0);
`;

describe("waitForFlag", () => {
  test("continues to wait if it was woken before the flag is set", async () => {
    const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const worker = new Worker(lateNotifier, { eval: true, workerData: flag.buffer });
    waitForFlag(flag, 60_000);
    expect(Atomics.load(flag, 0)).toBe(1);
    await worker.terminate();
  });

  test("waits no longer than its limit", () => {
    const flag = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    waitForFlag(flag, 1);
    expect(Atomics.load(flag, 0)).toBe(0);
  });
});
