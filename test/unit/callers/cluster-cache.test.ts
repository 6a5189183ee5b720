import { describe, expect, test } from "vitest";
import { cacheClusters } from "../../../lib/callers/secret/cluster-cache.ts";
import type { SecretSource } from "../../../lib/callers/secret/secret-source.ts";

/** A source of the secret with the results that the test sets, a clock that it sets, and the reported faults. */
function cacheFixture(when: Pick<SecretSource, "onlyInRequests"> = {}) {
  const readings: PromiseWithResolvers<string>[] = [];
  const faults: unknown[] = [];
  const clock = { ms: 0 };
  const cache = cacheClusters({
    source: {
      ...when,
      read: () => {
        const reading = Promise.withResolvers<string>();
        readings.push(reading);
        return reading.promise;
      },
    },
    now: () => clock.ms,
    failed: (fault) => faults.push(String(fault)),
  });
  const finishRead = async (index: number, outcome: string | Error): Promise<void> => {
    const reading = readings[index];
    if (reading === undefined) throw new Error(`there was no reading ${index}`);
    if (outcome instanceof Error) reading.reject(outcome);
    else reading.resolve(outcome);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const knows = async (key: string): Promise<boolean | undefined> => {
    const clusters = await cache.current();
    return clusters && clusters.find({ cluster: "c", key }, undefined) !== undefined;
  };
  return { cache, readings, faults, clock, finishRead, knows };
}

const secretWith = (...keys: readonly string[]): string =>
  JSON.stringify({ clusters: { c: { keys } } });

describe("cacheClusters", () => {
  test("reads at once, and the first request waits for it", async () => {
    const { readings, finishRead, knows } = cacheFixture();
    expect(readings.length).toBe(1);
    const waiting = knows("a");
    await finishRead(0, secretWith("a"));
    expect(await waiting).toBe(true);
    expect(await knows("b")).toBe(false);
    expect(readings.length).toBe(1);
  });

  test("reads with the first request, once, if the source can only be read during requests", async () => {
    const { readings, finishRead, knows } = cacheFixture({ onlyInRequests: true });
    expect(readings.length).toBe(0);
    const waiting = [knows("a"), knows("b")];
    expect(readings.length).toBe(1);
    await finishRead(0, secretWith("a"));
    expect(await Promise.all(waiting)).toEqual([true, false]);
    expect(readings.length).toBe(1);
  });

  test("uses its document for five minutes, and then while it reads again", async () => {
    const { readings, finishRead, knows, clock } = cacheFixture();
    await finishRead(0, secretWith("a"));
    clock.ms = 300_000;
    expect(await knows("a")).toBe(true);
    expect(readings.length).toBe(1);
    clock.ms = 300_001;
    expect(await knows("a")).toBe(true);
    expect(await knows("a")).toBe(true);
    expect(readings.length).toBe(2);
    await finishRead(1, secretWith("b"));
    expect(await knows("b")).toBe(true);
  });

  test.each([
    { name: "down", outcome: new Error("no route"), fault: "Error: no route" },
    { name: "malformed", outcome: "{", fault: "SecretFault: the secret is not JSON" },
    {
      name: "another document",
      outcome: "{}",
      fault: "SecretFault: the secret's JSON must have required property 'clusters'",
    },
  ])("keeps the last good document while the source is $name", async ({ outcome, fault }) => {
    const { finishRead, knows, clock, faults } = cacheFixture();
    await finishRead(0, secretWith("a"));
    clock.ms = 300_001;
    await knows("a");
    await finishRead(1, outcome);
    expect(faults).toEqual([fault]);
    expect(await knows("a")).toBe(true);
  });

  test("with one malformed cluster serves the others from a cold start on, and names the malformed one", async () => {
    const { finishRead, knows, faults } = cacheFixture();
    const broken = { server: "http://planted", keys: ["planted"] };
    await finishRead(0, JSON.stringify({ clusters: { c: { keys: ["a"] }, eu: broken } }));
    expect(await knows("a")).toBe(true);
    expect(faults).toEqual([
      'SecretFault: cluster eu is refused: the secret\'s clusters.<cluster>.server must match pattern "^https://[^?#@]+$"',
    ]);
    expect(faults.join()).not.toContain("planted");
  });

  test("keeps the last data of a cluster that turns malformed, as long as the document names it", async () => {
    const { finishRead, knows, clock, faults } = cacheFixture();
    await finishRead(0, secretWith("a"));
    for (const [index, clusters] of [
      { c: {}, eu: { keys: ["b"] } },
      { c: null, eu: { keys: ["b"] } },
    ].entries()) {
      clock.ms += 300_001;
      await knows("a");
      await finishRead(index + 1, JSON.stringify({ clusters }));
      expect(await knows("a")).toBe(true);
    }
    expect(faults).toHaveLength(2);
    clock.ms += 300_001;
    await knows("a");
    await finishRead(3, JSON.stringify({ clusters: { eu: { keys: ["b"] } } }));
    expect(await knows("a")).toBe(false);
  });

  test("waits for a read once its document is stale, because a read in a frozen process never ends", async () => {
    const { cache, readings, finishRead, clock } = cacheFixture();
    await finishRead(0, secretWith("a"));
    clock.ms = 300_001;
    cache.current(); // the function is frozen with this reading under way
    clock.ms = 3_600_000;
    const frozen = cache.current();
    expect(frozen).toBeInstanceOf(Promise);
    expect(cache.current()).toBe(cache.last());
    await finishRead(1, new Error("aborted at thaw"));
    clock.ms = 3_630_001;
    const waiting = cache.current();
    expect(readings.length).toBe(3);
    await finishRead(2, secretWith("b"));
    expect((await waiting)?.find({ cluster: "c", key: "a" }, undefined)).toBeUndefined();
  });

  test("has no document while every read failed, and tries again after a second", async () => {
    const { readings, finishRead, knows, clock } = cacheFixture();
    await finishRead(0, new Error("down"));
    clock.ms = 1_000;
    expect(await knows("a")).toBeUndefined();
    expect(readings.length).toBe(1);
    clock.ms = 1_001;
    const waiting = knows("a");
    expect(readings.length).toBe(2);
    await finishRead(1, secretWith("a"));
    expect(await waiting).toBe(true);
  });

  test("reads again for a wrong key, at most every 30 seconds", async () => {
    const { cache, readings, finishRead, clock } = cacheFixture();
    await finishRead(0, secretWith("a"));
    const first = cache.reread();
    const joined = cache.reread();
    expect(readings.length).toBe(2);
    await finishRead(1, secretWith("b"));
    expect(await first).toBe(await joined);
    clock.ms = 29_999;
    expect(cache.reread()).toBeUndefined();
    clock.ms = 30_000;
    expect(cache.reread()).toBeDefined();
    expect(readings.length).toBe(3);
  });

  test("reads once more for a key that a read in progress started too early for", async () => {
    const { cache, readings, finishRead } = cacheFixture();
    const early = cache.reread();
    await finishRead(0, secretWith("a"));
    expect((await early)?.find({ cluster: "c", key: "b" }, undefined)).toBeUndefined();
    const forced = cache.reread();
    await finishRead(1, secretWith("b", "a"));
    expect((await forced)?.find({ cluster: "c", key: "b" }, undefined)).toBeDefined();
    expect(readings.length).toBe(2);
  });

  test("treats a source that throws synchronously as unavailable", async () => {
    const faults: unknown[] = [];
    const cache = cacheClusters({
      source: {
        read: () => {
          throw new Error("broken");
        },
      },
      now: () => 0,
      failed: (fault) => faults.push(fault),
    });
    expect(await cache.current()).toBeUndefined();
    expect(faults).toMatchObject([{ message: "broken" }]);
  });
});
