import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject } from "../../lib/json/value.ts";
import { upgradedKinds } from "../upgrade/kinds.ts";
import { type Gateway, startGateway } from "./support/gateway.ts";
import { bodyOf, metadataOf } from "./support/kinds.ts";
import { defineLensKind, type LensKind } from "./support/lens-kinds.ts";
import { startWalkers, type WalkedObject, type Walkers } from "./support/walkers.ts";
import { openWorld, type World } from "./support/world.ts";

let world: World;
let older: Gateway;
let folder: string;
let walkers: Walkers;
const kinds: LensKind[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "upgrade-"));
  const program = join(folder, "customhouse.mjs");
  const recorded = new URL("../upgrade/97cf5d1.mjs.gz", import.meta.url);
  await writeFile(program, gunzipSync(await readFile(recorded)));
  older = await startGateway([], program);
  world = await openWorld({ serve: upgradedKinds.flatMap((each) => ["--kinds", each]) });
  world.relay.aim(older);
  for (const each of upgradedKinds) {
    kinds.push(await defineLensKind(world, pathToFileURL(`${each}/`)));
  }
  walkers = startWalkers(await createdBy("older"));
});

afterAll(async () => {
  await walkers?.stop();
  await world?.stop();
  await older?.stop();
  await rm(folder, { recursive: true });
});

/** What v1beta2 can't represent, in the order of the kinds: parts of seconds, another version, fields of another type. */
const bodies: readonly JsonObject[] = [
  {
    spec: {
      nodeDrainTimeout: "1500ms",
      unhealthyConditions: [
        { type: "Ready", status: "False", timeout: "1500ms" },
        { type: "Disk", status: "True", timeout: "2500ms" },
        { type: "Net", status: "True", timeout: "3s" },
      ],
      classes: [
        { name: "a", nodeDeletionTimeout: "10ms" },
        { name: "b", nodeDeletionTimeout: "20ms" },
      ],
    },
  },
  {
    spec: {
      infrastructureRef: {
        apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
        kind: "AWSMachine",
        name: "a",
        namespace: "elsewhere",
        uid: "u",
        fieldPath: "spec.a",
      },
    },
  },
  {
    spec: {
      clusterConfiguration: {
        kind: "ClusterConfiguration",
        clusterName: "c",
        apiServer: { timeoutForControlPlane: "1500ms", certSANs: ["a"] },
      },
      initConfiguration: { patchesDirectory: "/p" },
    },
  },
];

/** Creates an object of each kind, at v1beta1. */
function createdBy(name: string): Promise<readonly WalkedObject[]> {
  return Promise.all(
    kinds.map(async (kind, index) => {
      const body = bodies[index] ?? {};
      await kind.at("v1beta1").create(kind.object("v1beta1", name, body));
      return { name, body, written: kind.at("v1beta1"), stored: kind.at("v1beta2") };
    }),
  );
}

/** The formats in which an object's values are preserved as it is stored. */
async function formatsOf({ stored, name }: WalkedObject): Promise<readonly string[]> {
  const { annotations = {} } = metadataOf(await stored.get(name));
  const keys = Object.keys(annotations ?? {});
  return [...new Set(keys.flatMap((key) => /\/(kept\d*)\./.exec(key)?.[1] ?? []))].sort();
}

/** The reference, of which v1beta1 shows another apiVersion where the second format is not read. */
const isReference = ({ body: { spec } }: WalkedObject): boolean =>
  isObject(spec) && "infrastructureRef" in spec;

// One after another, all under the same traffic.
describe("from an older build to this one and back, while clients write and read", () => {
  test("the older build preserves values in the first format", async () => {
    await walkers.rounds(3);
    for (const each of walkers.objects) expect(await formatsOf(each)).toEqual(["kept"]);
  });

  test("this build takes over, reads them, and writes the second format too", async () => {
    world.relay.aim(world.gateway());
    await walkers.rounds(3);
    walkers.add(await createdBy("newer"));
    await walkers.rounds(3);
    const formats = await Promise.all(walkers.objects.map(formatsOf));
    expect(formats.flat()).toContain("kept");
    expect(formats.flat()).toContain("kept2");
  });

  test("a rollback: the older build serves all objects, of both formats", async () => {
    // It does not read the second format, so not all is shown at v1beta1. A write of what is shown there says that the reference
    // has another apiVersion, which contradicts what is preserved.
    walkers.expectWhole(() => false);
    walkers.relabelAtBoth((object) => !isReference(object));
    await walkers.rounds(1);
    world.relay.aim(older);
    await walkers.rounds(4);
  });

  test("after the second upgrade every object is what its author wrote, and nothing has failed", async () => {
    world.relay.aim(world.gateway());
    await walkers.rounds(2);
    walkers.expectWhole(() => true);
    await walkers.rounds(3);
    expect(await walkers.stop()).toEqual([]);
    for (const { written, name, body } of walkers.objects) {
      expect(bodyOf(await written.get(name))).toEqual(body);
    }
    expect(world.relay.exchanges.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
