import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { functionNames } from "../../lib/cli/bundle/bundles.ts";
import { parse } from "../../lib/json/parse.ts";
import { bodyOf, cronTab, objectIn, pizza } from "../cluster/support/kinds.ts";
import { untilValidating } from "../cluster/support/pizza-webhooks.ts";
import { register } from "../cluster/support/registrations.ts";
import { recordedReviews } from "../package/recorded.ts";
import { callHttp1, type Peer, type Reply } from "../support/https-client.ts";
import { asDeployed } from "./function-faults.ts";
import type { Fault } from "./gateway/faults.ts";
import type { Configuration } from "./gateway/live.ts";
import { openWorld, type World } from "./world.ts";

let world: World;

beforeAll(async () => {
  world = await openWorld({ folder: inject("packages").current });
  await world.define(cronTab);
  await world.store(cronTab, "v1beta1");
});

afterAll(() => world?.stop());

function peer(): Peer {
  return { port: world.cloud.port, ca: world.ca };
}

/** Sends the request that an event was made from. */
function send(event: object): Promise<Reply> {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded } = JSON.parse(
    JSON.stringify(event),
  );
  const { "content-length": _, ...sent } = headers;
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  const path = `${rawPath}?${rawQueryString}`;
  return callHttp1(peer(), { path, headers: sent, body: bytes });
}

const profiles = [
  { name: "an HTTP API", folder: "current" },
  { name: "a REST API", folder: "rest" },
] as const;

describe.each(profiles)("behind $name", ({ folder }) => {
  beforeAll(() => world.cloud.deploy(inject("packages")[folder]));

  test.each(functionNames.flatMap(recordedReviews))(
    "the recorded review $name gets its recorded response",
    async ({ event, response }) => {
      const reply = await send(event);
      expect(reply.status).toBe(200);
      expect(parse(reply.body)).toEqual(parse(response));
    },
  );

  test("an object of a megabyte is read, and compressed on its way", async () => {
    const name = `large-${folder}`;
    const object = objectIn(cronTab, "v1beta1", name);
    const image = "registry.example.com/".repeat(50_000);
    const spec = { hostPort: "localhost:1234", image };
    await world.objects(cronTab, "v1beta1").create({ ...object, spec });
    const read = await world.objects(cronTab, "v1").get(name);
    expect(bodyOf(read)).toMatchObject({ spec: { host: "localhost", port: "1234", image } });
  });

  test("a response of more than 64 KB is compressed with gzip", async () => {
    const review = JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid: "u", desiredAPIVersion: "stable.example.com/v1", objects: many() },
    });
    const path = new URL(world.url("/convert")).pathname;
    const headers = { "accept-encoding": "gzip", "content-type": "application/json" };
    const call = { path, headers, body: review };
    const reply = await callHttp1(peer(), call);
    expect(reply.headers["content-encoding"]).toBe("gzip");
  });
});

function many(): object[] {
  return Array.from({ length: 1000 }, (_, index) => objectIn(cronTab, "v1beta1", `many-${index}`));
}

describe("the responses that a REST API sends by itself", () => {
  beforeAll(async () => {
    await world.cloud.deploy(inject("packages").rest);
    await world.define(pizza);
    await register(world.client, { type: "Validating", kind: pizza, url: world.url("/validate") });
    await untilValidating(world);
  });

  afterEach(() => world.cloud.configure(asDeployed));

  test("make the API server send the request again: one failure of a function is not visible to a reader", async () => {
    await world.objects(cronTab, "v1beta1").create(objectIn(cronTab, "v1beta1", "once"));
    using order = world.cloud.faults.order({ type: "throw" });
    const read = await world.objects(cronTab, "v1").get("once");
    expect([order.met(), bodyOf(read)]).toMatchObject([1, { spec: { host: "localhost" } }]);
  });

  test.each<{ name: string; change: Configuration; fault?: Fault; says: string }>([
    {
      name: "a function that fails repeatedly",
      change: {},
      fault: { type: "throw" },
      says: 'an error on the server ("unknown") has prevented the request from succeeding',
    },
    {
      name: "a stage that stays throttled",
      change: { throttle: { rate: 0.001, burst: 0 } },
      says: "the server has received too many requests and has asked us to try again later",
    },
  ])("to $name show no url to the user of an admission", async ({ change, fault, says }) => {
    await world.cloud.configure({ ...asDeployed, ...change });
    using _ = fault && world.cloud.faults.order(fault, { path: "/validate", times: 1000 });
    const text = JSON.stringify(objectIn(pizza, "v1beta1", "margherita"));
    const run = await world.kubectl(["create", "-f", "-"], text);
    expect(run.stderr).toMatch(/failed to call webhook: (?!Post)/);
    expect(run.stderr).toContain(says);
  });

  test("are replaced by the functions' own 404 for a path that is not served", async () => {
    const replies = await Promise.all(
      ["/other", "/unknown/key/convert"].map((path) => callHttp1(peer(), { path, body: "{}" })),
    );
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect(parse(replies[0]?.body ?? "")).toEqual(parse(replies[1]?.body ?? ""));
  });
});
