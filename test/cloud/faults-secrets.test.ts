import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { bodyIn, bodyOf, cronTab, objectIn } from "../cluster/support/kinds.ts";
import { callHttp1, type Peer, type Reply } from "../support/https-client.ts";
import type { LineState } from "./line.ts";
import { type SecretsManager, startSecretsManager } from "./secrets-manager.ts";
import { cluster, openWorld, type World } from "./world.ts";

let world: World;
let manager: SecretsManager;

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
  manager = await startSecretsManager(world.secret());
  await coldStart();
  await world.define(cronTab);
  await world.store(cronTab, "v1beta1");
  await world.objects(cronTab, "v1beta1").create(objectIn(cronTab, "v1beta1", "kept"));
});

afterEach(async () => {
  manager.line.be({ type: "good" });
  await manager.put(world.secret());
});

afterAll(async () => {
  await manager?.[Symbol.asyncDispose]();
  await world?.stop();
});

/** Only new environments from now on: each reads the secret from Secrets Manager. */
async function coldStart(): Promise<void> {
  await world.cloud.configure({ variables: manager.variables });
}

async function expectKept(): Promise<void> {
  for (const version of cronTab.versions) {
    const object = await world.objects(cronTab, version).get("kept");
    expect(bodyOf(object)).toEqual(bodyIn(cronTab, version, "before"));
  }
}

function peer(): Peer {
  return { port: world.cloud.port, ca: world.ca };
}

/** An invalid review: with a valid key it gets HTTP 400, because it has no uid. */
function ask(key: string): Promise<Reply> {
  const path = `/${cluster.name}/${key}/convert`;
  return callHttp1(peer(), { path, body: "{}" });
}

function statusesSince(start: number): readonly number[] {
  return world.cloud.exchanges.slice(start).map(({ status }) => status);
}

const { key, nextKey } = cluster;
const getV1 = ["get", "crontabs.v1.stable.example.com", "kept"];
const failed = "conversion webhook for stable.example.com/v1beta1, Kind=CronTab failed: ";

describe("Secrets Manager", () => {
  test("is read at a cold start, and the request succeeds", async () => {
    await coldStart();
    await expectKept();
  });

  test("if it is slow, a function waits for it at a cold start", async () => {
    manager.line.be({ type: "slow", ms: 700 });
    await coldStart();
    const start = world.cloud.exchanges.length;
    await expectKept();
    expect([...new Set(statusesSince(start))]).toEqual([200]);
  });

  test("if it is down at a cold start, kubectl reports it, and reads succeed once it is up again", async () => {
    manager.line.be({ type: "down" });
    await coldStart();
    const start = world.cloud.log.entries.length;
    const run = await world.kubectl(getV1);
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toBe(`Error from server: ${failed}${notLoaded}\n`);
    expect(world.cloud.log.objectsSince(start)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ fault: "the secret could not be read" }),
        expect.objectContaining({ outcome: "unavailable", status: 503 }),
      ]),
    );
    manager.line.be({ type: "good" });
    await expectKept();
  });

  test.each<{ name: string; state: LineState }>([
    { name: "down", state: { type: "down" } },
    { name: "too slow", state: { type: "slow", ms: 60_000 } },
  ])(
    "if it is $name for a while at a cold start, the API server sends the request again",
    async ({ state }) => {
      manager.line.be(state);
      await coldStart();
      const start = world.cloud.exchanges.length;
      const reading = world.objects(cronTab, "v1").get("kept");
      while (!statusesSince(start).includes(503)) await sleep(50);
      manager.line.be({ type: "good" });
      expect(bodyOf(await reading)).toEqual(bodyIn(cronTab, "v1", "before"));
      expect(statusesSince(start).at(-1)).toBe(200);
    },
  );

  test("if it is down later, the secret that was read last stays in force", async () => {
    await expectKept();
    manager.line.be({ type: "down" });
    expect((await ask("wrong")).status).toBe(404);
    await expectKept();
  });

  test("if the secret is malformed at a cold start, the log says so without its content", async () => {
    await manager.put(world.secret({ keys: "not-a-list-but-a-secret" }));
    await coldStart();
    const start = world.cloud.log.entries.length;
    const reply = await ask(key);
    expect([reply.status, reply.headers["retry-after"]]).toEqual([503, "1"]);
    const said = world.cloud.log.textSince(start);
    expect(said).toContain("the secret could not be read");
    expect(said).not.toContain("not-a-list-but-a-secret");
    await manager.put(world.secret());
    await expectKept();
  });

  test("if the secret is malformed later, the secret that was read last stays in force", async () => {
    await coldStart();
    await expectKept();
    await manager.put("{");
    expect((await ask("wrong")).status).toBe(404);
    await expectKept();
  });

  test("after a rotation the new key is valid at once, and the former one until it is retired", async () => {
    await coldStart();
    expect((await ask(nextKey)).status).toBe(404);
    await coldStart();
    await expectKept();
    await manager.put(world.secret({ keys: [nextKey, key] }));
    expect((await ask(nextKey)).status).toBe(400);
    expect((await ask(key)).status).toBe(400);
    await manager.put(world.secret({ keys: [nextKey] }));
    await coldStart();
    expect((await ask(nextKey)).status).toBe(400);
    const run = await world.kubectl(getV1);
    expect(run.stderr).toBe(`Error from server: ${failed}not found\n`);
  });

  test("a wrong key, an unknown cluster and an unknown path get the same response", async () => {
    await coldStart();
    const paths = [
      `/${cluster.name}/wrong/convert`,
      `/unknown/${key}/convert`,
      `/${cluster.name}/${key}/convert/v1/unknown`,
    ];
    const replies = await Promise.all(paths.map((path) => callHttp1(peer(), { path, body: "{}" })));
    const [first] = replies;
    expect(first).toMatchObject({ status: 404 });
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      paths.map(() => [404, first?.body]),
    );
  });
});

describe("what the functions logged during these tests", () => {
  test("contains no key and no token", () => {
    const said = world.cloud.log.textSince(0);
    expect(said).not.toBe("");
    for (const secret of [key, nextKey, world.account.token]) expect(said).not.toContain(secret);
  });
});

const notLoaded = "the webhook has not loaded its keys yet; the request can be retried";
