import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../lib/json/value.ts";
import { readSteps, specs, testSteps } from "./support/applies.ts";
import { metadataOf } from "./support/kinds.ts";
import { defineLensKind, type LensKind } from "./support/lens-kinds.ts";
import { byType, randomApplies } from "./support/random-applies.ts";
import { refusal } from "./support/registrations.ts";
import { nameOf } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const kinds = new URL("kinds/", import.meta.url);
const versions = ["v1", "v2", "v3"];

let world: World;
let packedKinds: string;
let outpost: LensKind;
let depot: LensKind;
let packed: LensKind;

beforeAll(async () => {
  packedKinds = await mkdtemp(join(tmpdir(), "customhouse-packed-"));
  await writePacked(join(packedKinds, "outpost"));
  const folders = [fileURLToPath(kinds), packedKinds];
  world = await openWorld({ serve: folders.flatMap((folder) => ["--kinds", folder]) });
  outpost = await defineLensKind(world, new URL("outpost/", kinds));
  depot = await defineLensKind(world, new URL("depot/", kinds));
  packed = await defineLensKind(world, pathToFileURL(join(packedKinds, "outpost/")));
});

afterAll(async () => {
  await world?.stop();
  await rm(packedKinds, { recursive: true });
});

/** The same kind in a group of its own, with what is kept in one annotation. */
async function writePacked(folder: string): Promise<void> {
  await cp(new URL("outpost/", kinds), folder, { recursive: true });
  for (const name of ["crd.yaml", "conversion.yaml"]) {
    const text = await readFile(join(folder, name), "utf8");
    const own = text.replaceAll("lenses.example.com", "packed.example.com");
    await writeFile(join(folder, name), own.replace(/^from: .*$/gm, "$&\nstash: packed"));
  }
}

/** The spec of an object as each version shows it. */
function shown(kind: LensKind, name: string): Promise<Readonly<Record<string, JsonObject>>> {
  return specs(kind, versions, name);
}

/** Server-side apply of a spec, by the manager's name. */
function say(
  kind: LensKind,
  version: string,
  fieldManager: string,
  spec: JsonValue,
): Promise<JsonObject> {
  return kind.at(version).apply(kind.object(version, "shared", { spec }), { fieldManager });
}

describe("three managers apply in three versions", async () => {
  testSteps(await readSteps("outpost"), versions, () => outpost);
});

describe("two managers apply fields that are one value in v1 and separate in v2", async () => {
  testSteps(await readSteps("depot"), ["v1", "v2"], () => depot, { spec: { replicas: 1 } });
});

describe.each(versions)("random applies, stored in %s", (storage) => {
  /** The field that no other version says. */
  const own: Readonly<Record<string, string>> = { v1: "owner", v2: "region", v3: "zone" };

  beforeAll(() => outpost.store(storage, { spec: {} }));

  afterAll(() => outpost.at("v1").delete("shared"));

  test("each manager sees what it applied last, and what only that manager applied is removed with it", async () => {
    const last = new Map<string, JsonObject>();
    for (const { version, spec } of randomApplies(24, Number(storage.slice(1)))) {
      const said = await refusal(say(outpost, version, version, spec));
      expect(said.replace(/^Apply failed with \d+ conflicts?: .*/s, "")).toBe("");
      if (said === "") last.set(version, spec);
      const now = await shown(outpost, "shared");
      for (const [at, saying] of last) expect(byType(now[at] ?? {})).toMatchObject(byType(saying));
      const ownNow = versions.filter((at) => Object.hasOwn(now[at] ?? {}, own[at] ?? ""));
      const ownSaid = versions.filter((at) => Object.hasOwn(last.get(at) ?? {}, own[at] ?? ""));
      expect(ownNow).toEqual(ownSaid);
    }
  });
});

describe("a field that one manager applies in the only version that has it, and then stops applying", () => {
  beforeAll(() => Promise.all([outpost, packed].map((kind) => kind.store("v1", { spec: {} }))));

  async function saidAndDropped(kind: LensKind): Promise<void> {
    await say(kind, "v1", "ann", { image: "i", owner: "me", level: "Critical" });
    await say(kind, "v2", "bob", { host: "h", port: "1", region: "eu" });
    await say(kind, "v1", "ann", { image: "i", level: "Critical" });
    await say(kind, "v2", "bob", { host: "h", port: "1" });
  }

  afterEach(async () => {
    for (const kind of [outpost, packed]) {
      const here = kind.at("v1");
      await Promise.all((await here.list()).map((object) => here.delete(nameOf(object))));
    }
  });

  test("the field is removed if each preserved value has an annotation of its own", async () => {
    await saidAndDropped(outpost);
    const { v1, v2 } = await shown(outpost, "shared");
    expect(v1).toEqual({ image: "i", level: "Critical", hostPort: "h:1", retries: 3 });
    expect(v2).toEqual({ image: "i", level: "Urgent", host: "h", port: "1", retries: 3 });
  });

  // To the API server the one annotation is one value: with any of it, all of it comes back.
  test("packed in one annotation, the field stays beside other preserved values, owned by nobody", async () => {
    await saidAndDropped(packed);
    const { v1 } = await shown(packed, "shared");
    expect(v1).toMatchObject({ owner: "me", level: "Critical" });
    const { managedFields } = metadataOf(await packed.at("v1").get("shared"));
    expect(JSON.stringify(managedFields)).not.toContain("f:owner");
    expect(JSON.stringify(managedFields)).not.toContain("f:region");
  });

  test("packed in one annotation, the field is removed if it was the only preserved value", async () => {
    await say(packed, "v1", "ann", { image: "i", owner: "me" });
    await say(packed, "v2", "bob", { host: "h", port: "1" });
    await say(packed, "v1", "ann", { image: "i" });
    expect(await shown(packed, "shared")).toMatchObject({
      v1: { image: "i", hostPort: "h:1" },
      v2: { image: "i", host: "h", port: "1" },
    });
    expect((await shown(packed, "shared"))["v1"]).not.toHaveProperty("owner");
  });
});

// To the API server an empty keyed list is nobody's, and a spec of nothing else goes with it.
test("values that only v1 has are removed with a spec in which v2 shows an empty keyed list and nothing else", async () => {
  await outpost.store("v1", { spec: {} });
  await say(outpost, "v1", "ann", { owner: "me", checks: [] });
  await say(outpost, "v2", "bob", { level: "Urgent" });
  await say(outpost, "v2", "bob", {});
  expect(await shown(outpost, "shared")).toEqual({ v1: {}, v2: {}, v3: {} });
  await outpost.at("v1").delete("shared");
});

describe("a default that only v2 has", () => {
  afterEach(() => outpost.at("v1").delete("shared"));

  test.each([
    { storage: "v1", before: [undefined, undefined, undefined] },
    { storage: "v2", before: [3, 3, 3] },
    { storage: "v3", before: [undefined, undefined, undefined] },
  ])("is filled in by writes in v2 and owned by nobody, stored in $storage", async (row) => {
    await outpost.store(row.storage, { spec: {} });
    const retries = async () => {
      const now = await shown(outpost, "shared");
      return versions.map((version) => now[version]?.["retries"]);
    };
    await say(outpost, "v1", "ann", { image: "i" });
    expect(await retries()).toEqual(row.before);
    await say(outpost, "v2", "bob", { region: "eu" });
    expect(await retries()).toEqual([3, 3, 3]);
    await say(outpost, "v1", "ann", { image: "i", retries: 7 });
    expect(await retries()).toEqual([7, 7, 7]);
    await say(outpost, "v2", "bob", { region: "us" });
    expect(await retries()).toEqual([7, 7, 7]);
  });
});

describe("every conversion review of these tests", () => {
  test("had a successful response", () => {
    const answers = world.relay.exchanges.map(({ response }) => response);
    expect(answers.filter((answer) => !answer.includes('"status":"Success"'))).toEqual([]);
  });
});
