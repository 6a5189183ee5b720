import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClusterConnection, connectCluster } from "../../lib/cluster/cluster-lookup.ts";
import { LookupCache } from "../../lib/cluster/lookup-cache.ts";
import { isPathSegmentName } from "../../lib/cluster/object-path.ts";
import { type ApiServer, send, startApiServer } from "../support/api-server.ts";
import { tries } from "../support/tries.ts";

const segment = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: "binary" }),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
  fc.string({
    maxLength: 6,
    unit: fc.constantFrom(".", "/", "%", "2", "e", "?", "#", "\\", " ", "\r", "\n"),
  }),
);
const name = segment.filter(isPathSegmentName);

describe("paths", () => {
  let server: ApiServer;
  let connection: ClusterConnection;

  beforeAll(async () => {
    server = await startApiServer();
    const access = { server: server.url, certificateAuthority: server.ca };
    connection = connectCluster(access, { maxEntries: 0 });
    server.answer(({ url = "" }, response) => {
      const segments = url.split("/").map(decodeURIComponent);
      const [name = "", , namespace = ""] = segments.reverse();
      send(response, 200, { apiVersion: "v1", kind: "Thing", metadata: { name, namespace } });
    });
  });

  afterAll(async () => {
    connection.close();
    await server.close();
  });

  test("of a lookup reach the server with exactly the names that were looked up, each in one segment", async () => {
    await fc.assert(
      fc.asyncProperty(name, name, async (name, namespace) => {
        server.requests.length = 0;
        const key = { group: "", version: "v1", resource: "things", namespace, name };
        expect(await connection.lookup().exists(key, new AbortController().signal)).toBe(true);
        const [seen] = server.requests;
        expect(seen?.path.split("/").map(decodeURIComponent)).toEqual([
          "",
          "api",
          "v1",
          "namespaces",
          namespace,
          "things",
          name,
        ]);
      }),
      { numRuns: tries({ test: 500, deep: 4_000 }) },
    );
  });

  test("are not sent if a name can't be in a segment", async () => {
    const noName = segment.filter((text) => !isPathSegmentName(text));
    await fc.assert(
      fc.asyncProperty(noName, async (text) => {
        server.requests.length = 0;
        const key = { group: "", version: "v1", resource: "things" };
        const signal = new AbortController().signal;
        const lookup = connection.lookup();
        expect(await lookup.exists({ ...key, name: text }, signal)).toBe(false);
        expect(await lookup.list({ ...key, namespace: text }, signal)).toEqual([]);
        expect(server.requests).toEqual([]);
      }),
      { numRuns: tries({ test: 500, deep: 4_000 }) },
    );
  });
});

/** What happens to a memory and to the cluster behind it. */
type Step =
  | { readonly do: "ask"; readonly key: string; readonly fresh: boolean }
  | { readonly do: "toggle"; readonly key: string }
  | { readonly do: "answer" | "fail" | "leave"; readonly index: number }
  | { readonly do: "wait"; readonly ms: number };

const key = fc.constantFrom("a", "b", "c");
const index = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("ask"), key, fresh: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("toggle"), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("answer"), index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("fail", "leave"), index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait"), ms: fc.integer({ min: 1, max: 40 }) }),
  },
);

const lifetimeMs = { yes: 50, no: 20 };
const limits = { maxEntries: 2, maxEntryBytes: 100, lingerMs: 0 };

/** A cluster whose every state is kept with the time it began, and a memory before it. */
class World {
  #now = 0;
  #moment = 0;
  readonly #states = new Map<string, { value: boolean; moment: number; ms: number }[]>();
  readonly #open: { readonly key: string; readonly settle: (fails: boolean) => void }[] = [];
  readonly #askers: AbortController[] = [];
  readonly memory = new LookupCache<boolean>(
    limits,
    () => this.#now,
    () => ++this.#moment,
  );
  readonly pending: Promise<void>[] = [];
  readonly faults: string[] = [];
  answers = 0;

  run(step: Step): void {
    if (step.do === "ask") this.#ask(step.key, step.fresh);
    else if (step.do === "toggle") this.#set(step.key, !this.#value(step.key));
    else if (step.do === "wait") this.#now += step.ms;
    else if (step.do === "leave") this.#askers[step.index]?.abort();
    else this.#open.splice(step.index, 1)[0]?.settle(step.do === "fail");
  }

  /** Responds to all pending lookups. */
  end(): void {
    for (const { settle } of this.#open.splice(0)) settle(false);
  }

  get openQuestions(): number {
    return this.#open.length;
  }

  #value(key: string): boolean {
    return this.#states.get(key)?.at(-1)?.value ?? false;
  }

  #set(key: string, value: boolean): void {
    const states = this.#states.get(key) ?? [];
    this.#states.set(key, [...states, { value, moment: ++this.#moment, ms: this.#now }]);
  }

  #ask(key: string, fresh: boolean): void {
    const [moment, ms] = [++this.#moment, this.#now];
    const controller = new AbortController();
    this.#askers.push(controller);
    let isMine = false;
    const asked = this.memory.lookUp({
      key,
      notBefore: fresh ? moment : 0,
      signal: controller.signal,
      late: () => new Error("late"),
      fetch: () => {
        isMine = true;
        return this.#question(key);
      },
    });
    const judge = (value: boolean): void => {
      this.answers++;
      const oldestMs = isMine ? ms : this.#now - (value ? lifetimeMs.yes : lifetimeMs.no);
      if (!this.#was(key, value, oldestMs, fresh ? moment : 0)) {
        this.faults.push(`${key}=${value} at ${this.#now}, asked at ${ms}, anew ${fresh}`);
      }
    };
    this.pending.push(
      asked.then(
        ({ value }) => judge(value),
        () => undefined,
      ),
    );
  }

  /** The cluster decides on a lookup as soon as it comes; its response may take long. */
  #question(key: string): Promise<{ value: boolean; bytes: number; lifetimeMs: number }> {
    const value = this.#value(key);
    return new Promise((resolve, reject) => {
      const settle = (fails: boolean): void =>
        fails
          ? reject(new Error("failed"))
          : resolve({ value, bytes: 1, lifetimeMs: value ? lifetimeMs.yes : lifetimeMs.no });
      this.#open.push({ key, settle });
    });
  }

  /** True where the cluster was in that state at some time since both. */
  #was(key: string, value: boolean, sinceMs: number, sinceMoment: number): boolean {
    const states = [{ value: false, moment: 0, ms: 0 }, ...(this.#states.get(key) ?? [])];
    return states.some((state, at) => {
      const next = states[at + 1];
      const isOver = next !== undefined && (next.ms < sinceMs || next.moment < sinceMoment);
      return state.value === value && !isOver;
    });
  }
}

describe("a remembered result of a lookup", () => {
  test("is never older than its lifetime, nor than a lookup done anew, and the memory has a bound", async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: "max" }), async (steps) => {
        const world = new World();
        for (const each of steps) {
          world.run(each);
          await new Promise((resolve) => setImmediate(resolve));
          expect(world.memory.size).toBeLessThanOrEqual(limits.maxEntries);
        }
        for (let turns = 0; turns < 20 && world.openQuestions > 0; turns++) {
          world.end();
          await new Promise((resolve) => setImmediate(resolve));
        }
        await Promise.all(world.pending);
        expect(world.faults).toEqual([]);
        answers += world.answers;
      }),
      { numRuns: tries({ test: 300, deep: 2_000 }) },
    );
    expect(answers).toBeGreaterThan(2_000);
  });
});
