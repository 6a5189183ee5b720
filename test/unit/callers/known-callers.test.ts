import { describe, expect, test } from "vitest";
import { everybody } from "../../../lib/callers/callers.ts";
import { knownCallers } from "../../../lib/callers/known-callers.ts";
import type { ClusterCache } from "../../../lib/callers/secret/cluster-cache.ts";
import { clustersOf } from "../../../lib/callers/secret/clusters.ts";
import { tokenBuckets } from "../../../lib/callers/token-bucket.ts";
import { deadlineOf } from "../../../lib/request/deadline.ts";
import type { LogLine } from "../../../lib/request/log.ts";
import type { Verb } from "../../../lib/request/routes.ts";
import { existing } from "../../support/existing.ts";

const clusters = clustersOf({
  clusters: { eu: { keys: ["new", "old"] }, us: { keys: ["k"], sources: ["192.0.2.0/24"] } },
});
const later = clustersOf({ clusters: { eu: { keys: ["newest"] } } });
const loaded: ClusterCache = {
  current: () => clusters,
  last: () => clusters,
  reread: () => undefined,
};
/** Nothing was read yet. */
const unread: ClusterCache = {
  current: () => undefined,
  last: () => undefined,
  reread: () => undefined,
};
const lookup = existing(async () => true);

function callersOf(kept: ClusterCache, burst = 10, verb: Verb = "convert") {
  const lines: LogLine[] = [];
  const buckets = tokenBuckets({ perSecond: 1, burst }, () => 0);
  const callers = knownCallers({
    clusters: kept,
    buckets,
    lookup: () => lookup,
    log: (line) => lines.push(line),
  });
  const identify = (credentials: { cluster: string; key: string } | undefined, source?: string) =>
    callers.identify({ verb, credentials, source, deadline: deadlineOf("1s"), requestId: "r" });
  return { identify, lines };
}

describe("knownCallers", () => {
  test("knows the owner of a key, and returns a lookup for that cluster", async () => {
    const { identify, lines } = callersOf(loaded);
    const caller = (key: string) => ({ ok: true, value: { cluster: "eu", key, lookup } });
    expect(await identify({ cluster: "eu", key: "new" })).toEqual(caller("current"));
    expect(await identify({ cluster: "eu", key: "old" })).toEqual(caller("previous"));
    expect(lines).toEqual([]);
  });

  test.each([
    { name: "a wrong key", credentials: { cluster: "eu", key: "planted" } },
    { name: "another cluster's key", credentials: { cluster: "eu", key: "k" } },
    { name: "an unknown cluster", credentials: { cluster: "planted", key: "new" } },
    { name: "a foreign address", credentials: { cluster: "us", key: "k" } },
    { name: "an empty path", credentials: undefined },
  ])("responds with 404 to $name, as to any unknown path", async ({ credentials }) => {
    const { identify, lines } = callersOf(loaded);
    const answer = await identify(credentials, "198.51.100.7");
    const { notFound } = await import("../../../lib/request/http-response.ts");
    expect(answer).toEqual({ ok: false, error: notFound });
    expect(JSON.stringify([answer, lines])).not.toContain("planted");
  });

  test("responds with 503 until the keys have been read", async () => {
    const { identify, lines } = callersOf({ ...unread });
    const answer = await identify({ cluster: "eu", key: "new" });
    expect(answer).toMatchObject({ error: { status: 503, headers: { "Retry-After": "1" } } });
    expect(lines).toEqual([{ outcome: "unavailable", status: 503, requestId: "r" }]);
  });

  test("waits no longer than an admission's attempt, and lets the server retry at once", async () => {
    const { identify } = callersOf(unread, 10, "mutate");
    const answer = await identify({ cluster: "eu", key: "new" });
    expect(answer).toMatchObject({ error: { status: 503, headers: { "Retry-After": "0" } } });
  });

  test("does not wait for the keys beyond the deadline", async () => {
    const never = new Promise<undefined>(() => undefined);
    const { identify } = callersOf({ ...unread, current: () => never });
    const answer = await identify({ cluster: "eu", key: "new" });
    expect(answer).toMatchObject({ error: { status: 503 } });
  });

  test("reads the keys again before it refuses a key", async () => {
    const { identify } = callersOf({ ...loaded, reread: async () => later });
    expect(await identify({ cluster: "eu", key: "newest" })).toMatchObject({ ok: true });
    expect(await identify({ cluster: "eu", key: "none" })).toMatchObject({
      error: { status: 404 },
    });
  });

  test("needs no secret to refuse a caller without a key", async () => {
    const broken = (): never => {
      throw new Error("asked");
    };
    const { identify } = callersOf({ current: broken, last: broken, reread: broken });
    expect(await identify(undefined)).toMatchObject({ error: { status: 404 } });
  });

  test("uses the last keys if the read that it waits for takes too long", async () => {
    const never = new Promise<undefined>(() => undefined);
    const { identify } = callersOf({ ...loaded, current: () => never });
    expect(await identify({ cluster: "eu", key: "new" })).toMatchObject({ ok: true });
  });

  test("responds with 429 to a cluster beyond its share, and to no other", async () => {
    const { identify, lines } = callersOf(loaded, 1);
    expect(await identify({ cluster: "eu", key: "new" })).toMatchObject({ ok: true });
    expect(await identify({ cluster: "eu", key: "new" })).toMatchObject({
      error: { status: 429, headers: { "Retry-After": "1" } },
    });
    expect(await identify({ cluster: "us", key: "k" }, "192.0.2.9")).toMatchObject({ ok: true });
    expect(lines).toEqual([{ outcome: "refused", status: 429, cluster: "eu", requestId: "r" }]);
  });
});

describe("everybody", () => {
  test.each([undefined, { cluster: "c", key: "k" }])("may call: %j", async (credentials) => {
    const approach = {
      verb: "convert" as const,
      credentials,
      source: undefined,
      deadline: deadlineOf(null),
      requestId: undefined,
    };
    expect(await everybody.identify(approach)).toEqual({ ok: true, value: {} });
  });
});

describe("tokenBuckets", () => {
  test("allows a burst, and then as many requests as tokens are refilled", () => {
    const clock = { ms: 0 };
    const buckets = tokenBuckets({ perSecond: 2, burst: 3 }, () => clock.ms);
    expect([1, 2, 3, 4].map(() => buckets.take("c"))).toEqual([0, 0, 0, 1]);
    clock.ms = 500;
    expect([1, 2].map(() => buckets.take("c"))).toEqual([0, 1]);
    clock.ms = 60_000;
    expect([1, 2, 3, 4].map(() => buckets.take("c"))).toEqual([0, 0, 0, 1]);
  });

  test("reports the time to wait if a token takes longer than a second", () => {
    const buckets = tokenBuckets({ perSecond: 0.25, burst: 1 }, () => 0);
    expect([buckets.take("c"), buckets.take("c")]).toEqual([0, 4]);
  });
});
