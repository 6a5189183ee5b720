import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ClusterReply } from "../../../lib/evolve/cluster-reader.ts";
import {
  isComplete,
  provesRewritten,
  type RewriteCheckpoint,
  type RewriteOptions,
  rewriteObjects,
  verifyRewritten,
} from "../../../lib/evolve/rewrite/rewrite-objects.ts";
import {
  cronTabs,
  failure,
  type Interception,
  oldObject,
  type ScriptedCluster,
  scriptedCluster,
} from "../../support/scripted-cluster.ts";
import { tries } from "../../support/tries.ts";

const down = failure(
  500,
  'conversion webhook for stable.example.com/v1beta1, Kind=CronTab failed: Post "https://h/c": EOF',
);

/** Options that record how long the run would have waited, in milliseconds. */
function options(more: Partial<RewriteOptions> = {}): RewriteOptions & { waited(): number } {
  let ms = 0;
  return {
    kubeApiServer: "v1.36.3",
    perSecond: Number.POSITIVE_INFINITY,
    wait: async (time) => {
      ms += time;
    },
    waited: () => ms,
    ...more,
  };
}

function memoryCheckpoint(): RewriteCheckpoint & { readonly names: Set<string> } {
  const names = new Set<string>();
  return { names, has: (name) => names.has(name), add: (name) => names.add(name) };
}

function storedAt({ objects }: ScriptedCluster): readonly string[] {
  return objects.map((each) => each.storedAt);
}

const none = {
  objects: 0,
  rewritten: 0,
  unchanged: 0,
  skipped: 0,
  changedByOthers: 0,
  gone: 0,
  refused: [],
  wiped: [],
};

const names = ["a", "b", "c", "d", "e"];

describe("the request that rewrites an object", () => {
  const metadata = { uid: "u-a", resourceVersion: "1" };
  const apply = {
    method: "PATCH",
    path: "/apis/stable.example.com/v1/namespaces/default/crontabs/a?fieldManager=customhouse",
    contentType: "application/apply-patch+yaml",
    body: { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata },
  };
  const merge = { ...apply, contentType: "application/merge-patch+json", body: { metadata } };
  test.each([
    { name: "is an apply of no fields up to 1.36", kubeApiServer: "v1.36.3", expected: apply },
    {
      name: "is an apply on a release whose version can't be parsed",
      kubeApiServer: "?",
      expected: apply,
    },
    { name: "is a merge patch from 1.37 on", kubeApiServer: "v1.37.1-eks", expected: merge },
    { name: "is a merge patch in a future release", kubeApiServer: "v2.0.0", expected: merge },
    {
      name: "is a merge patch if an apply would add an owner",
      kubeApiServer: "v1.36.3",
      managedFields: [],
      expected: merge,
    },
  ])("$name", async ({ kubeApiServer, managedFields, expected }) => {
    const cluster = scriptedCluster([oldObject("a", managedFields && { managedFields })]);
    await rewriteObjects(cluster, cronTabs, options({ kubeApiServer }));
    expect(cluster.writes).toEqual([expect.objectContaining(expected)]);
  });
});

test("every page is rewritten, and the second pass confirms it", async () => {
  const cluster = scriptedCluster([
    ...names.map((name) => oldObject(name)),
    oldObject("f", { storedAt: "v1" }),
  ]);
  const report = await rewriteObjects(cluster, cronTabs, options());
  expect(report).toEqual({ ...none, objects: 6, rewritten: 5, unchanged: 1 });
  expect([isComplete(report), provesRewritten(report)]).toEqual([true, false]);
  const proof = await verifyRewritten(cluster, cronTabs, options());
  expect(proof).toEqual({ ...none, objects: 6, unchanged: 6 });
  expect(provesRewritten(proof)).toBe(true);
});

test("an object left at its version is found by the second pass, whatever a checkpoint says", async () => {
  const checkpoint = memoryCheckpoint();
  checkpoint.add("default/b");
  const cluster = scriptedCluster(names.map((name) => oldObject(name)));
  const report = await rewriteObjects(cluster, cronTabs, options({ checkpoint }));
  expect(report).toMatchObject({ rewritten: 4, skipped: 1 });
  const proof = await verifyRewritten(cluster, cronTabs, options({ checkpoint }));
  expect(proof).toMatchObject({ rewritten: 1, unchanged: 4, skipped: 0 });
  expect(provesRewritten(proof)).toBe(false);
});

test("an expired token does not start the list again", async () => {
  const cluster: ScriptedCluster = scriptedCluster(
    names.map((name) => oldObject(name)),
    {
      intercept: ({ write }) => {
        if (write !== undefined) cluster.expireTokens();
        return undefined;
      },
    },
  );
  const report = await rewriteObjects(cluster, cronTabs, options());
  expect(report).toEqual({ ...none, objects: 5, rewritten: 5 });
});

describe("writes of other clients", () => {
  /** Runs with something that happens before the first writes of b. */
  async function meanwhile(happens: (cluster: ScriptedCluster, times: number) => void) {
    let times = 0;
    const cluster: ScriptedCluster = scriptedCluster(
      names.map((name) => oldObject(name)),
      {
        intercept: ({ path, write }) => {
          if (write !== undefined && path.includes("/b?")) happens(cluster, ++times);
          return undefined;
        },
      },
    );
    return rewriteObjects(cluster, cronTabs, options());
  }

  test("an object that changed once is read again and written again", async () => {
    const report = await meanwhile((cluster, times) => {
      if (times === 1) cluster.touch("b");
    });
    expect(report).toEqual({ ...none, objects: 5, rewritten: 4, unchanged: 1 });
  });

  test("an object that changes constantly is stored by those writes", async () => {
    const report = await meanwhile((cluster) => cluster.touch("b"));
    expect(report).toEqual({ ...none, objects: 5, rewritten: 4, changedByOthers: 1 });
    expect(isComplete(report)).toBe(true);
  });

  test("a deleted object needs no rewrite", async () => {
    const report = await meanwhile((cluster) => cluster.remove("b"));
    expect(report).toEqual({ ...none, objects: 5, rewritten: 4, gone: 1 });
  });

  test("an object that was created again under the same name needs no rewrite", async () => {
    const report = await meanwhile((cluster) => {
      cluster.remove("b");
      cluster.objects.push(oldObject("b", { uid: "another", storedAt: "v1", resourceVersion: 50 }));
    });
    expect(report).toEqual({ ...none, objects: 5, rewritten: 4, gone: 1 });
  });
});

describe("a refusal of the server", () => {
  const denial = { status: 400, message: 'admission webhook "w" denied the request: no' };
  test.each([
    denial,
    { status: 403, message: 'admission webhook "w" denied the request: no' },
    { status: 404, reason: "NotFound", message: 'admission webhook "w" denied the request: no' },
    { status: 409, message: 'admission webhook "w" denied the request: no' },
    { status: 401, message: 'admission webhook "w" denied the request: no' },
    { status: 403, message: 'admission webhook "w" denied the request: I cannot patch resource x' },
    { status: 422, message: "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no" },
    {
      status: 500,
      message: "request to convert CR to an invalid group/version: stable.example.com/v1beta1",
    },
  ])(
    "with $status is reported, and the other objects are rewritten",
    async ({ status, message, reason }: { status: number; message: string; reason?: string }) => {
      const denied = oldObject("b", { denial: failure(status, message, reason) });
      const cluster = scriptedCluster([oldObject("a"), denied, oldObject("c")]);
      const checkpoint = memoryCheckpoint();
      const opts = options({ checkpoint });
      const report = await rewriteObjects(cluster, cronTabs, opts);
      const refused = [{ object: "default/b", status, message }];
      expect(report).toEqual({ ...none, objects: 3, rewritten: 2, refused });
      expect(isComplete(report)).toBe(false);
      expect([...checkpoint.names].sort()).toEqual(["default/a", "default/c"]);
      expect(opts.waited()).toBe(0);
      expect(cluster.writes.filter(({ path }) => path.includes("/b?"))).toHaveLength(1);
    },
  );

  test("of all objects, because the version is no longer served, does not count as their deletion", async () => {
    const unserved = { status: 404, body: { message: "404 page not found" } };
    const cluster = scriptedCluster([oldObject("a")], {
      intercept: ({ write }) => (write === undefined ? undefined : unserved),
    });
    const report = await rewriteObjects(cluster, cronTabs, options());
    const refused = [{ object: "default/a", status: 404, message: "404 page not found" }];
    expect(report).toEqual({ ...none, objects: 1, refused });
  });

  test("of an object that is invalid at the storage version makes it be written at the other one", async () => {
    const cluster = scriptedCluster([oldObject("a", { invalidAt: ["v1"] })]);
    const report = await rewriteObjects(cluster, cronTabs, options());
    expect(report).toEqual({ ...none, objects: 1, rewritten: 1 });
    const { path, body } = cluster.writes[1] ?? {};
    expect(path).toContain("/v1beta1/");
    expect(body).toMatchObject({ apiVersion: "stable.example.com/v1beta1" });
  });

  test("of an object that is invalid at every version is reported as at the storage version", async () => {
    const cluster = scriptedCluster([oldObject("a", { invalidAt: ["v1", "v1beta1"] })]);
    const { refused } = await rewriteObjects(cluster, cronTabs, options());
    expect(refused).toEqual([
      { object: "default/a", status: 422, message: "must: Required value" },
    ]);
  });

  test("managedFields that are missing after the write are reported", async () => {
    const cluster = scriptedCluster([oldObject("a")], {
      intercept: ({ write }) => {
        const [object] = cluster.objects;
        if (write !== undefined && object !== undefined) object.managedFields = [];
        return undefined;
      },
    });
    const report = await rewriteObjects(cluster, cronTabs, options());
    expect(report).toEqual({ ...none, objects: 1, rewritten: 1, wiped: ["default/a"] });
    expect(isComplete(report)).toBe(false);
  });
});

describe("a temporary failure", () => {
  /** The first five responses to each request. */
  function failing(reply: ClusterReply): Interception {
    const sent = new Map<string, number>();
    return ({ path }) => {
      const times = sent.get(path) ?? 0;
      sent.set(path, times + 1);
      return times < 5 ? reply : undefined;
    };
  }

  test.each([
    { name: "a conversion webhook that is down", reply: down },
    { name: "a cache that is not filled yet", reply: failure(429, "storage is (re)initializing") },
    { name: "a restarting server, as kubectl proxy reports it", reply: { status: 502, body: {} } },
    { name: "an admission webhook that fails", reply: failure(500, "failed calling webhook") },
  ])("$name: the rewrite waits", async ({ reply }) => {
    const intercept = failing(reply);
    const cluster = scriptedCluster(
      names.map((name) => oldObject(name)),
      { intercept },
    );
    const report = await rewriteObjects(cluster, cronTabs, options());
    expect(report).toEqual({ ...none, objects: 5, rewritten: 5 });
  });

  test("that lasts five minutes ends the run, with its text", async () => {
    const intercept: Interception = ({ write }) => (write === undefined ? undefined : down);
    const cluster = scriptedCluster(
      names.map((name) => oldObject(name)),
      { intercept },
    );
    const opts = options({ parallel: 1 });
    const { stopped, ...report } = await rewriteObjects(cluster, cronTabs, opts);
    expect(stopped).toBe(
      `nothing could be rewritten for five minutes: 500 ${String(down.body["message"])}`,
    );
    expect(report).toEqual({ ...none, objects: 2 });
    expect(opts.waited()).toBe(300_000);
  });

  test("of one object alone is reported as that object's fault", async () => {
    const intercept: Interception = ({ path }) => (path.includes("/a?") ? down : undefined);
    const cluster = scriptedCluster(
      names.map((name) => oldObject(name)),
      { pageObjects: 5, intercept },
    );
    const report = await rewriteObjects(cluster, cronTabs, options({ parallel: 2 }));
    const message = String(down.body["message"]);
    const refused = [{ object: "default/a", status: 500, message }];
    expect(report).toEqual({ ...none, objects: 5, rewritten: 4, refused });
  });

  test.each([
    failure(401, "Unauthorized"),
    failure(403, 'crontabs.stable.example.com "a" is forbidden: User "u" cannot patch resource'),
  ])("is not assumed for a missing right, which ends the run at once: $status", async (reply) => {
    const intercept: Interception = ({ write }) => (write === undefined ? undefined : reply);
    const cluster = scriptedCluster(
      names.map((name) => oldObject(name)),
      { intercept },
    );
    const report = await rewriteObjects(cluster, cronTabs, options({ parallel: 1 }));
    const stopped = `${reply.status} ${String(reply.body["message"])}`;
    expect(report).toEqual({ ...none, objects: 2, stopped });
    expect(cluster.writes).toHaveLength(1);
  });

  test("is not assumed for a list that may not be read, which ends the run", async () => {
    const cluster = scriptedCluster([], { intercept: () => failure(403, "is forbidden") });
    const { stopped } = await rewriteObjects(cluster, cronTabs, options());
    expect(stopped).toBe("GET /apis/stable.example.com/v1/crontabs: 403 is forbidden");
  });
});

test("no more objects are started in a second than the rate allows, and no more at a time than configured", async () => {
  const cluster = scriptedCluster(
    names.map((name) => oldObject(name)),
    { pageObjects: 5 },
  );
  let running = 0;
  let most = 0;
  const send: ScriptedCluster["send"] = async (write) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    return cluster.send(write);
  };
  const opts = options({ perSecond: 10, parallel: 2 });
  await rewriteObjects({ ...cluster, send }, cronTabs, opts);
  expect(most).toBe(2);
  expect(opts.waited()).toBe(500);
});

test("the run throws what the connection throws, and starts no other object", async () => {
  const cluster = scriptedCluster(names.map((name) => oldObject(name)));
  const send = () => Promise.reject(new Error("kubectl proxy ended"));
  await expect(rewriteObjects({ ...cluster, send }, cronTabs, options())).rejects.toThrow(
    "kubectl proxy ended",
  );
});

/** What may happen before any request. */
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.constant("nothing" as const) },
  { weight: 1, arbitrary: fc.constantFrom("fault", "touch", "remove", "expire", "abort") },
);

test("interrupted anywhere and run again, it stores every object at the new version", async () => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 6 }),
    fc.array(happening, { maxLength: 60 }),
    async (count, pageObjects, parallel, script) => {
      const steps = script.values();
      let abort = new AbortController();
      let faults = 0;
      const intercept: Interception = ({ path }) => {
        const name = /crontabs\/(.+)\?/.exec(path)?.[1] ?? "a";
        const step = steps.next().value ?? "nothing";
        if (step === "touch") cluster.touch(name);
        if (step === "remove") cluster.remove(name);
        if (step === "expire") cluster.expireTokens();
        if (step === "abort") abort.abort();
        // A fault that one object has again and again while others don't counts as its own.
        return step === "fault" && ++faults <= 5 ? down : undefined;
      };
      const all = Array.from({ length: count }, (_, index) =>
        oldObject(String.fromCharCode(97 + index)),
      );
      const cluster: ScriptedCluster = scriptedCluster(all, { pageObjects, intercept });
      const checkpoint = memoryCheckpoint();
      for (;;) {
        abort = new AbortController();
        const { signal } = abort;
        const opts = options({ parallel, checkpoint, signal });
        const report = await rewriteObjects(cluster, cronTabs, opts);
        const { objects, rewritten, unchanged, skipped, changedByOthers, gone } = report;
        const counted = rewritten + unchanged + skipped + changedByOthers + gone;
        expect(report).toMatchObject({ refused: [], wiped: [] });
        if (report.stopped === undefined) {
          expect(counted).toBe(objects);
          break;
        }
        expect(signal.aborted).toBe(true);
        expect(counted).toBeLessThanOrEqual(objects);
      }
      expect(new Set(storedAt(cluster))).not.toContain("v1beta1");
      expect(checkpoint.names.size).toBeLessThanOrEqual(count);
      for (const { body } of cluster.writes) {
        expect(body).toMatchObject({
          metadata: { uid: expect.any(String), resourceVersion: expect.any(String) },
        });
      }
    },
  );
  await fc.assert(property, { numRuns: tries({ test: 150, deep: 5_000 }) });
});
