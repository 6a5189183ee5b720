import { afterAll, beforeAll, expect, test } from "vitest";
import { withConversion } from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { versions } from "../../lib/cli/verbs/versions/versions.ts";
import {
  install,
  readDefinition,
  redefine,
  webhookConversion,
  withStorage,
} from "./support/custom-resources.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import { cronTab, objectIn } from "./support/kinds.ts";
import { refusal, until } from "./support/registrations.ts";
import type { Resource } from "./support/resource.ts";
import { shell } from "./support/shell.ts";
import { type StepCommands, stepCommands } from "./support/step-commands.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";

let world: World;
let commands: StepCommands;
let older: Resource;
let newer: Resource;

beforeAll(async () => {
  world = await openWorld();
  commands = stepCommands(world);
  older = world.objects(cronTab, "v1beta1");
  newer = world.objects(cronTab, "v1");
  const definition = withStorage(await readDefinition("crontab"), "v1beta1");
  await install(world.client, withConversion(definition, webhookConversion(world.url("/convert"))));
  await older.create(objectIn(cronTab, "v1beta1", "a"));
  const broken = { ...objectIn(cronTab, "v1beta1", "broken"), spec: { hostPort: "nocolon" } };
  await older.create(broken);
  // Somebody made v1 the storage version without a look at the objects.
  await redefine(world.client, crdName, (each) => withStorage(each, "v1"));
  await until(
    () => refusal(older.patch("broken", "merge", { metadata: { labels: { tried: "x" } } })),
    (message) => message !== "",
  );
});
afterAll(() => world?.stop());

/** The part of the refused plan's last fault between two texts. */
function between(out: string, start: string, end: string): string {
  const from = out.indexOf(start);
  expect(from).toBeGreaterThan(0);
  return out.slice(from + start.length, out.indexOf(end, from));
}

test("a cluster whose objects can't be read any more is detected, and the printed steps repair it", async () => {
  for (const change of [
    () => older.patch("broken", "merge", { spec: { hostPort: "h:1" } }),
    () => older.delete("broken"),
  ]) {
    expect(await refusal(change())).toMatch(/conversion webhook for .* failed/);
  }
  const { out } = await commands.run(versions, crdName);
  expect(out).toMatch(/^objects can't be read: GET .* default\/broken: spec\.hostPort: /m);
  const frozen = await commands.run(planCommand, crdName, "--storage", "v1");
  expect(frozen.code).toBe(1);
  expect(frozen.out).toMatch(
    /^FAIL {2}.* can't be read at v1: .*default\/broken: spec\.hostPort: /m,
  );
  await shell(between(frozen.out, "storage version again: ", "; then correct"));
  const edit = between(frozen.out, "then correct each: ", "; then run plan");
  const command = edit.replace("NAMESPACE", "default").replace("NAME", "broken");
  await until(
    () => refusal(older.patch("broken", "merge", { metadata: { labels: { tried: "x" } } })),
    (message) => message === "",
  );
  await shell(command, { env: { KUBE_EDITOR: "sed -i s/nocolon/h:1/" } });
  await commands.carryOut(await commands.plan(crdName, "--storage", "v1"));
  expect(await storedVersionCounts(world.etcdUrl, "stable.example.com/crontabs")).toEqual({
    v1: 2,
  });
  expect(await newer.get("broken")).toMatchObject({ spec: { host: "h", port: "1" } });
});
