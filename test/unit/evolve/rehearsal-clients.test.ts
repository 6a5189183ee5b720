import { describe, expect, test } from "vitest";
import type { LiveDefinition } from "../../../lib/evolve/live-definition.ts";
import { ClientLog } from "../../../lib/evolve/rehearse/client-log.ts";
import type { DirectClient, WatchReply } from "../../../lib/evolve/rehearse/direct-client.ts";
import { RehearsalClients } from "../../../lib/evolve/rehearse/rehearsal-clients.ts";
import type { StepRequest } from "../../../lib/evolve/step/step-context.ts";
import type { JsonObject } from "../../../lib/json/value.ts";

const definition: LiveDefinition = {
  name: "boxes.example.com",
  uid: "d",
  generation: 1,
  group: "example.com",
  kind: "Box",
  plural: "boxes",
  versions: ["v1", "v2"].map((name) => ({
    name,
    served: true,
    storage: name === "v2",
    deprecated: false,
  })),
  storedVersions: ["v2"],
  conversion: "Webhook",
};

describe("ClientLog", () => {
  test("counts responses by status and text, and measures the longest time without success", () => {
    let now = 0;
    const log = new ClientLog("reader", "v1", () => now);
    for (const at of [10, 500]) {
      now = at;
      log.succeeded();
    }
    log.failed("list", 429, "storage is (re)initializing");
    log.failed("list", 429, "storage is (re)initializing");
    log.failed("get", 500, "conversion webhook failed");
    now = 700;
    expect(log.takeRecord()).toEqual({
      role: "reader",
      version: "v1",
      requests: 5,
      longestGapMs: 490,
      failures: [
        {
          request: "list",
          status: 429,
          text: "storage is (re)initializing",
          count: 2,
          unavoidable: "the API server fills its caches anew after each change of a definition",
        },
        {
          request: "get",
          status: 500,
          text: "conversion webhook failed",
          count: 1,
          unavoidable: null,
        },
      ],
    });
    expect(log.takeRecord()).toMatchObject({ requests: 0, failures: [], longestGapMs: 200 });
  });

  test.each([
    { status: 429, text: "storage is (re)initializing", mustBackOff: true, isFailing: false },
    { status: 503, text: "unavailable", mustBackOff: true, isFailing: true },
    { status: 500, text: "conversion webhook failed", mustBackOff: false, isFailing: true },
  ])(
    "a list with $status: retried later $mustBackOff, failing $isFailing",
    ({ status, text, ...is }) => {
      const log = new ClientLog("reader", "v1", () => 0);
      log.failed("list", status, text);
      expect({ mustBackOff: log.mustBackOff, isFailing: log.isFailing }).toEqual(is);
      log.succeeded();
      expect(log.mustBackOff).toBe(false);
    },
  );

  test("a watch has a gap only while it is closed", () => {
    let now = 0;
    const log = new ClientLog("watch", "v1", () => now);
    log.opened();
    now = 5000;
    log.closed(200, "the API server closed the watch");
    now = 5300;
    log.opened();
    now = 9000;
    log.end();
    const because = "each change of a definition closes all watches";
    expect(log.takeRecord()).toMatchObject({
      requests: 2,
      longestGapMs: 300,
      failures: [{ request: "watch", status: 200, count: 1, unavoidable: because }],
    });
  });

  test.each([
    { request: "patch", status: 429, text: "storage is (re)initializing" },
    { request: "list", status: 429, text: "too many requests" },
    { request: "list", status: 404, text: "404 page not found" },
    { request: "watch", status: 410, text: "too old resource version" },
  ] as const)("$request $status $text can be avoided", ({ request, status, text }) => {
    const log = new ClientLog("reader", "v1", () => 0);
    log.failed(request, status, text);
    expect(log.takeRecord().failures).toMatchObject([{ unavoidable: null }]);
  });
});

/** An API server that has two boxes, and fails as `fails` says. */
function apiServer(fails: (request: StepRequest) => number | undefined) {
  const writes: StepRequest[] = [];
  const direct: DirectClient = {
    call: async (request) => {
      const status = fails(request);
      if (status === 0) throw new Error("socket hang up");
      if (status !== undefined) return { status, body: { message: `refused with ${status}` } };
      if (request.method !== "GET") writes.push(request);
      return { status: 200, body: { metadata: { resourceVersion: "1" } } };
    },
    watch: async (_, signal): Promise<WatchReply> => ({ events: openUntil(signal) }),
  };
  return { direct, writes };
}

/** A watch without events. */
async function* openUntil(signal: AbortSignal): AsyncGenerator<JsonObject> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }
}

/** Clients whose time passes only where they wait. */
function clientsOf(direct: DirectClient): RehearsalClients {
  let time = 0;
  const setting = {
    direct,
    definition,
    now: () => time,
    signal: new AbortController().signal,
    wait: async (ms: number) => {
      time += ms;
      await new Promise(setImmediate);
    },
  };
  return new RehearsalClients(setting, [{ name: "a", namespace: "x" }, { name: "b" }]);
}

describe("RehearsalClients", () => {
  test("have a reader, a writer and a watch for each served version, and an object of its own for each writer", async () => {
    const { direct, writes } = apiServer(() => undefined);
    const clients = clientsOf(direct);
    clients.start(definition);
    expect(await clients.waitForProgress(new Map())).toEqual([]);
    await clients.stop();
    const seen = clients.takeRecords();
    expect(seen.map(({ role, version }) => `${role} ${version}`)).toEqual(
      ["v1", "v2"].flatMap((of) => ["reader", "writer", "watch"].map((role) => `${role} ${of}`)),
    );
    expect(seen.flatMap(({ failures }) => failures)).toEqual([]);
    expect(new Set(writes.map(({ path }) => path))).toEqual(
      new Set([
        "/apis/example.com/v1/namespaces/x/boxes/a?fieldManager=rehearsal-writer-v1",
        "/apis/example.com/v2/boxes/b?fieldManager=rehearsal-writer-v2",
      ]),
    );
    for (const { object, annotation, count } of clients.written()) {
      const last = writes.findLast(
        (write) => "body" in write && JSON.stringify(write.body).includes(`"${annotation}"`),
      );
      expect(last).toMatchObject({
        body: { metadata: { ...object, annotations: { [annotation]: String(count) } } },
      });
    }
    expect(clients.written()).toHaveLength(4);
  });

  test("report a client without success, with its responses", async () => {
    const isWriteAtV1 = ({ method, path }: StepRequest) =>
      method === "PATCH" && path.includes("/v1/");
    const { direct } = apiServer((request) => (isWriteAtV1(request) ? 500 : undefined));
    const clients = clientsOf(direct);
    clients.start(definition);
    expect(await clients.waitForProgress(new Map())).toEqual([
      "the writer at v1 made no progress for 20 s",
    ]);
    await clients.stop();
    const [writer] = clients
      .takeRecords()
      .filter(({ role, version }) => role === "writer" && version === "v1");
    expect(writer?.failures).toMatchObject([
      { request: "patch", status: 500, text: "refused with 500", unavoidable: null },
      { request: "apply", status: 500, unavoidable: null },
    ]);
    expect(writer?.longestGapMs).toBeGreaterThan(20_000);
    expect(clients.written().map(({ object }) => object.name)).toEqual(["b", "b"]);
  });

  test("count a request without a response as a failure", async () => {
    const { direct } = apiServer(({ method }) => (method === "PATCH" ? 0 : undefined));
    const clients = clientsOf(direct);
    clients.start(definition);
    await clients.waitForProgress(new Map());
    await clients.stop();
    const failures = clients.takeRecords().flatMap((record) => record.failures);
    expect(failures[0]).toMatchObject({ status: 0, text: "socket hang up", unavoidable: null });
  });

  test("write once more if they move, at the version to which they move", async () => {
    const { direct, writes } = apiServer(() => undefined);
    const clients = clientsOf(direct);
    clients.start(definition);
    await clients.waitForProgress(new Map());
    await clients.moveWriter("v1", "v2");
    const moved = writes.filter(({ path }) => path.includes("rehearsal-writer-v1")).slice(-2);
    expect(moved.map(({ path }) => path)).toEqual(
      Array(2).fill("/apis/example.com/v2/namespaces/x/boxes/a?fieldManager=rehearsal-writer-v1"),
    );
    expect(clients.takeRecords()).toHaveLength(6);
    await clients.stop();
    expect(clients.takeRecords().map(({ version }) => version)).toEqual(["v2", "v2", "v2"]);
  });
});
