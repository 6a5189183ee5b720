import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { parse } from "../../lib/json/parse.ts";
import { isObject, member } from "../../lib/json/value.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import {
  install,
  readDefinition,
  resourceOf,
  webhookConversion,
} from "./support/custom-resources.ts";
import { type Gateway, startGateway } from "./support/gateway.ts";
import {
  bodyIn,
  bodyOf,
  cronTab,
  type KindUnderTest,
  objectIn,
  pizza,
  printedCronTab,
} from "./support/kinds.ts";
import { openWorld, type World } from "./support/world.ts";

/** Writes and reads an object in both versions. */
async function expectConverted(plane: ControlPlane, kind: KindUnderTest): Promise<void> {
  const [first, second] = kind.versions;
  const [older, newer] = [
    resourceOf(plane.client, kind, first),
    resourceOf(plane.client, kind, second),
  ];
  await older.create(objectIn(kind, first, "a"));
  expect(bodyOf(await newer.get("a"))).toEqual(bodyIn(kind, second, "before"));
  await newer.create(objectIn(kind, second, "b", "after"));
  expect(bodyOf(await older.get("b"))).toEqual(bodyIn(kind, first, "after"));
}

describe.each([
  { reviewVersions: ["v1"], sent: "v1" },
  { reviewVersions: ["v1beta1"], sent: "v1beta1" },
  { reviewVersions: ["v9", "v1beta1", "v1"], sent: "v1beta1" },
])("conversion reviews of $reviewVersions", ({ reviewVersions, sent }) => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld();
  });

  afterAll(() => world?.stop());

  test.each([
    { name: "CronTab", kind: cronTab, path: "/convert" },
    { name: "printed CronTab", kind: printedCronTab, path: "/crdconvert" },
    { name: "Pizza", kind: pizza, path: `/convert/${sent}/pizza` },
  ])(`are sent as ${sent}, and so are their responses: $name on $path`, async ({ kind, path }) => {
    await world.define(kind, { path, reviewVersions });
    await expectConverted(world, kind);
    const exchanges = world.relay.exchanges.filter((each) => each.path === path);
    const spoken = exchanges.flatMap(({ request, response }) => [request, response].map(versionOf));
    expect(new Set(spoken)).toEqual(new Set([`apiextensions.k8s.io/${sent}`]));
  });
});

function versionOf(text: string): unknown {
  const review = parse(text);
  return review.ok && isObject(review.value) ? member(review.value, "apiVersion") : undefined;
}

describe("an API server that calls the gateway directly", () => {
  let gateway: Gateway;
  let plane: ControlPlane;

  beforeAll(async () => {
    gateway = await startGateway(["--name", "hooks.example.com"]);
    plane = await startControlPlane({ roots: [gateway.caFile] });
    plane.names.set("hooks.example.com", gateway.port);
  });

  afterAll(async () => {
    await plane?.stop();
    await gateway?.stop();
  });

  test.each([
    { name: "a loopback name (HTTP/2)", kind: cronTab, host: "localhost", isLocal: true },
    { name: "any other name (HTTP/1.1)", kind: pizza, host: "hooks.example.com", isLocal: false },
  ])("reaches it by $name, with no caBundle", async ({ kind, host, isLocal }) => {
    const url = `https://${host}${isLocal ? `:${gateway.port}` : ""}/convert`;
    const definition = await readDefinition(kind.folder);
    await install(plane.client, withConversion(definition, webhookConversion(url)));
    await expectConverted(plane, kind);
  });

  test("has a line in the gateway's log for each review, with uid and decision", () => {
    expect(gateway.lines.length).toBeGreaterThan(4);
    expect(new Set(gateway.lines.map((line) => member(line, "outcome")))).toEqual(
      new Set(["converted"]),
    );
    const uids = gateway.lines.map((line) => member(line, "uid"));
    expect(new Set(uids).size).toBe(uids.length);
  });
});
