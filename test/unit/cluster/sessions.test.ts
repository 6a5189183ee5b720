import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type ClusterConnection,
  type ClusterOptions,
  connectCluster,
} from "../../../lib/cluster/cluster-lookup.ts";
import type { Lookup } from "../../../lib/cluster/lookup.ts";
import { type ApiServer, send, startApiServer } from "../../support/api-server.ts";

const type = { group: "g.example.com", version: "v1", resource: "toppings" };
const key = { ...type, name: "tomato" };

let server: ApiServer;
let connection: ClusterConnection;
let nowMs: number;
/** The names that the cluster has. */
let names: Set<string>;
/** How large its objects are. */
let size: number;

beforeAll(async () => {
  server = await startApiServer();
});

afterAll(() => server.close());

beforeEach(() => {
  server.requests.length = 0;
  [nowMs, names, size] = [0, new Set(), 0];
  server.answer(({ url = "" }, response) => answer(url, response));
  connect();
});

afterEach(() => connection.close());

function connect(options: ClusterOptions = {}): void {
  const limits = { foundMs: 30_000, missingMs: 5_000, maxEntries: 3, maxEntryBytes: 1000 };
  connection?.close();
  connection = connectCluster(
    { server: server.url, certificateAuthority: server.ca },
    { now: () => nowMs, ...limits, ...options },
  );
}

function answer(url: string, response: Parameters<typeof send>[0]): void {
  const head = { apiVersion: "g.example.com/v1", kind: "Topping", spec: "x".repeat(size) };
  const name = url.split("/").at(-1) ?? "";
  const items = [...names].map((each) => ({ ...head, metadata: { name: each } }));
  const details = { name, group: "g.example.com", kind: "toppings" };
  const absent = { kind: "Status", apiVersion: "v1", reason: "NotFound", details };
  if (url.includes("?")) send(response, 200, { ...head, kind: "ToppingList", items });
  else if (names.has(name)) send(response, 200, { ...head, metadata: { name } });
  else send(response, 404, absent);
}

function calm(): AbortSignal {
  return new AbortController().signal;
}

/** Delays responses until it is called; each is made when its request comes. */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answer(({ url = "" }, response) => {
    const at = new Set(names);
    void promise.then(() => {
      const later = names;
      names = at;
      answer(url, response);
      names = later;
    });
  });
  return () => {
    server.answer(({ url = "" }, response) => answer(url, response));
    resolve();
  };
}

const asks: readonly { verb: string; ask: (lookup: Lookup) => Promise<unknown> }[] = [
  { verb: "exists", ask: (lookup) => lookup.exists(key, calm()) },
  { verb: "get", ask: async (lookup) => (await lookup.get(key, calm())) !== undefined },
  { verb: "list", ask: async (lookup) => (await lookup.list(type, calm())).length > 0 },
];

describe.each(asks)("the remembered results of $verb", ({ verb, ask }) => {
  test("a negative one is remembered until its time is over", async () => {
    expect(await ask(connection.lookup())).toBe(false);
    names.add("tomato");
    nowMs = 4_999;
    expect(await ask(connection.lookup())).toBe(false);
    expect(server.requests).toHaveLength(1);
    nowMs = 5_000;
    expect(await ask(connection.lookup())).toBe(true);
  });

  test("a positive one is remembered until its own time is over", async () => {
    names.add("tomato");
    expect(await ask(connection.lookup())).toBe(true);
    names.clear();
    nowMs = verb === "list" ? 4_999 : 29_999;
    expect(await ask(connection.lookup())).toBe(true);
    expect(server.requests).toHaveLength(1);
    nowMs += 1;
    expect(await ask(connection.lookup())).toBe(false);
  });

  test("equal lookups at the same time share one request", async () => {
    names.add("tomato");
    const sessions = Array.from({ length: 20 }, () => connection.lookup());
    expect(new Set(await Promise.all(sessions.map(ask)))).toEqual(new Set([true]));
    expect(server.requests).toHaveLength(1);
  });

  test("a failure is not remembered", async () => {
    server.answer((_, response) => send(response, 500, {}));
    await expect(ask(connection.lookup())).rejects.toThrow(/\(500\)/);
    server.answer(({ url = "" }, response) => answer(url, response));
    expect(await ask(connection.lookup())).toBe(false);
  });
});

describe("a fresh lookup", () => {
  test("is not offered if no remembered result was used", async () => {
    const lookup = connection.lookup();
    expect(lookup.fresh?.()).toBeUndefined();
    await lookup.exists(key, calm());
    expect(lookup.fresh?.()).toBeUndefined();
  });

  test("is not offered for an object that the review itself looked up", async () => {
    const lookup = connection.lookup();
    await lookup.exists(key, calm());
    await lookup.exists(key, calm());
    expect(server.requests).toHaveLength(1);
    expect(lookup.fresh?.()).toBeUndefined();
  });

  test.each(asks)(
    "of $verb sends one request, and all later lookups use its result",
    async ({ ask }) => {
      await ask(connection.lookup());
      names.add("tomato");
      const lookup = connection.lookup();
      expect(await ask(lookup)).toBe(false);
      const fresh = lookup.fresh?.() ?? lookup;
      expect(fresh).not.toBe(lookup);
      expect(await ask(fresh)).toBe(true);
      expect(await ask(fresh)).toBe(true);
      expect(await ask(connection.lookup())).toBe(true);
      expect(fresh.fresh?.()).toBeUndefined();
      expect(server.requests).toHaveLength(2);
    },
  );

  test("is offered if the review joined an equal lookup that started before it", async () => {
    const release = hold();
    const early = connection.lookup().exists(key, calm());
    await server.reached(1);
    names.add("tomato");
    const lookup = connection.lookup();
    const joined = lookup.exists(key, calm());
    release();
    expect(await Promise.all([early, joined])).toEqual([false, false]);
    expect(server.requests).toHaveLength(1);
    expect(await lookup.fresh?.()?.exists(key, calm())).toBe(true);
  });

  test("joins no lookup that started before, whose result then overwrites nothing", async () => {
    await connection.lookup().exists(key, calm());
    const lookup = connection.lookup();
    await lookup.exists(key, calm());
    nowMs = 5_000;
    const release = hold();
    const early = connection.lookup().exists(key, calm());
    await server.reached(2);
    names.add("tomato");
    server.answer(({ url = "" }, response) => answer(url, response));
    expect(await lookup.fresh?.()?.exists(key, calm())).toBe(true);
    release();
    expect(await early).toBe(false);
    expect(await connection.lookup().exists(key, calm())).toBe(true);
    expect(server.requests).toHaveLength(3);
  });
});

test("other lookups join the newer of two equal pending ones", async () => {
  await connection.lookup().exists(key, calm());
  const lookup = connection.lookup();
  await lookup.exists(key, calm());
  nowMs = 5_000;
  const releaseOlder = hold();
  const older = connection.lookup().exists(key, calm());
  await server.reached(2);
  const releaseNewer = hold();
  const fresh = lookup.fresh?.() ?? lookup;
  const newer = fresh.exists(key, calm());
  await server.reached(3);
  releaseOlder();
  await older;
  const joined = fresh.exists(key, calm());
  releaseNewer();
  expect(await Promise.all([newer, joined])).toEqual([false, false]);
  expect(server.requests).toHaveLength(3);
});

describe("the limits of remembered results", () => {
  const exists = (name: string) => connection.lookup().exists({ ...type, name }, calm());
  const paths = () => server.requests.map(({ path }) => path.split("/").at(-1));

  test("with too many results the one unused for longest is forgotten", async () => {
    for (const name of ["a", "b", "c", "a", "d", "a", "c", "d", "b"]) await exists(name);
    expect(paths()).toEqual(["a", "b", "c", "d", "b"]);
  });

  test("a large object is not remembered, though its existence is", async () => {
    names.add("tomato");
    size = 2000;
    for (const _ of [1, 2]) await connection.lookup().get(key, calm());
    for (const _ of [1, 2]) await exists("tomato");
    expect(server.requests).toHaveLength(3);
  });

  test("an object that has grown too large is not remembered, nor is its former smaller state", async () => {
    names.add("tomato");
    await connection.lookup().get(key, calm());
    [size, nowMs] = [2000, 30_000];
    expect(await connection.lookup().get(key, calm())).toHaveProperty("spec", "x".repeat(2000));
    expect(await connection.lookup().get(key, calm())).toHaveProperty("spec", "x".repeat(2000));
    expect(server.requests).toHaveLength(3);
  });

  test("a lookup with a large key is not remembered", async () => {
    for (const _ of [1, 2]) await exists("x".repeat(2000));
    expect(server.requests).toHaveLength(2);
  });
});

describe("a lookup that is aborted", () => {
  test("does not abort an equal lookup of another review", async () => {
    const release = hold();
    const [first, second] = [new AbortController(), new AbortController()];
    const asked = [
      connection.lookup().exists(key, first.signal),
      connection.lookup().exists(key, second.signal),
    ];
    const settled = Promise.allSettled(asked);
    await server.reached(1);
    first.abort();
    release();
    expect(await settled).toMatchObject([
      { status: "rejected", reason: { name: "LookupUnavailable" } },
      { status: "fulfilled", value: false },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  test.each([
    { name: "hands its pending request to a later equal lookup", lingerMs: 5_000, requests: 1 },
    { name: "ends its request if no equal lookup follows for long", lingerMs: 0, requests: 2 },
  ])("$name", async ({ lingerMs, requests }) => {
    connect({ lingerMs });
    const release = hold();
    const controller = new AbortController();
    const left = connection.lookup().exists(key, controller.signal);
    await server.reached(1);
    controller.abort();
    await expect(left).rejects.toThrow(/in time/);
    // A timer without a delay fires after the one that ends the question.
    await new Promise((resolve) => setTimeout(resolve));
    const next = connection.lookup().exists(key, calm());
    await server.reached(requests);
    release();
    expect(await next).toBe(false);
    expect(server.requests).toHaveLength(requests);
  });

  test("uses a result that was remembered for other reviews", async () => {
    const release = hold();
    const controller = new AbortController();
    const asked = connection.lookup().exists(key, controller.signal);
    const other = connection.lookup().exists(key, calm());
    await server.reached(1);
    release();
    expect(await Promise.all([asked, other])).toEqual([false, false]);
    controller.abort();
    expect(await connection.lookup().exists(key, calm())).toBe(false);
    expect(server.requests).toHaveLength(1);
  });

  test("is repeated by a later one if its request took longer than results are remembered", async () => {
    const release = hold();
    const early = connection.lookup().exists(key, calm());
    await server.reached(1);
    const joined = connection.lookup().exists(key, calm());
    names.add("tomato");
    nowMs = 5_000;
    release();
    expect(await Promise.all([early, joined])).toEqual([false, true]);
    expect(server.requests).toHaveLength(2);
  });
});
