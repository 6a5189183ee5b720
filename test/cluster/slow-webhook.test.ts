import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  conversionStanza,
  withConversion,
} from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { stepCommand } from "../../lib/cli/verbs/step/step.ts";
import { liveDefinition, storageVersion } from "../../lib/evolve/live-definition.ts";
import { base64 } from "../../lib/protocol/base64.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import {
  definitions,
  install,
  readDefinition,
  resourceOf,
  withStorage,
} from "./support/custom-resources.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import {
  type HandWrittenWebhook,
  startHandWrittenWebhook,
} from "./support/hand-written-webhook.ts";
import { cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { type StepCommands, stepCommands } from "./support/step-commands.ts";

const crdName = "crontabs.stable.example.com";
const names = ["a", "b", "c"];

let plane: ControlPlane;
let webhook: HandWrittenWebhook;
let commands: StepCommands;
/** Before each response of the webhook. */
let pause: () => Promise<unknown> = async () => undefined;

beforeAll(async () => {
  plane = await startControlPlane();
  commands = stepCommands(plane);
  webhook = await startHandWrittenWebhook(plane, () => pause());
  const url = `https://localhost:${webhook.port}/convert`;
  const conversion = conversionStanza({ url, caBundle: base64(webhook.ca) }, ["v1"]);
  const definition = withStorage(await readDefinition("crontab"), "v1beta1");
  await install(plane.client, withConversion(definition, conversion));
  const older = resourceOf(plane.client, cronTab, "v1beta1");
  for (const name of names) {
    await older.apply(objectIn(cronTab, "v1beta1", name), { fieldManager: "team" });
  }
});
afterAll(async () => {
  await plane?.stop();
  webhook?.stop();
});

async function storedNow() {
  const definition = liveDefinition(await definitions(plane.client).get(crdName));
  const { storedVersions, generation } = definition;
  const objects = await storedVersionCounts(plane.etcdUrl, "stable.example.com/crontabs");
  return { storage: storageVersion(definition), storedVersions, generation, objects };
}

test("a webhook that does not respond in time is a reason against the step, which changes nothing", async () => {
  const file = await commands.plan(crdName, "--storage", "v1");
  expect((await commands.run(stepCommand, file, "--yes")).code).toBe(0); // the backup
  const before = await storedNow();
  const released = Promise.withResolvers<void>();
  pause = () => released.promise;
  const { code, out } = await commands.run(stepCommand, file, "--yes");
  pause = async () => undefined;
  released.resolve();
  expect({ code, out }).toMatchObject({ code: 1 });
  expect(out).toMatch(/^FAIL {2}.*conversion webhook for stable\.example\.com.* failed: Post/m);
  expect(await storedNow()).toEqual(before);
  expect(before).toMatchObject({ storage: "v1beta1", objects: { v1beta1: names.length } });
});

test("with a slow webhook every object is still rewritten", async () => {
  pause = () => sleep(200);
  const file = await commands.plan(crdName, "--storage", "v1");
  const out = await commands.carryOut(file);
  pause = async () => undefined;
  expect(out).toContain(`${names.length} of ${names.length} objects were rewritten`);
  expect(await storedNow()).toMatchObject({
    storage: "v1",
    storedVersions: ["v1"],
    objects: { v1: names.length },
  });
  for (const object of await resourceOf(plane.client, cronTab, "v1").list()) {
    expect(metadataOf(object)["managedFields"]).toMatchObject([{ manager: "team" }]);
  }
});
