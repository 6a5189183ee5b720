import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { readSteps, specOf, specs, testSteps } from "./applies.ts";
import { redefine, withVersions } from "./custom-resources.ts";
import { bodyOf, metadataOf } from "./kinds.ts";
import { defineLensKind, type LensKind } from "./lens-kinds.ts";
import { byType, randomApplies } from "./random-applies.ts";
import { refusal, until } from "./registrations.ts";
import { nameOf } from "./resource.ts";
import { openWorld, type World } from "./world.ts";

const kinds = new URL("kinds/", import.meta.url);
const versions = ["v1", "v2", "v3"];

let world: World;
let packedKinds: string;
let outpost: LensKind;
let packed: LensKind;

beforeAll(async () => {
  packedKinds = await mkdtemp(join(tmpdir(), "customhouse-packed-"));
  await writePacked(join(packedKinds, "outpost"));
  const folders = [fileURLToPath(kinds), packedKinds];
  world = await openWorld({ serve: folders.flatMap((folder) => ["--kinds", folder]) });
  outpost = await defineLensKind(world, new URL("outpost/", kinds));
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

describe.each(versions)("random applies, stored in %s", (storage) => {
  /** The field that no other version says. */
  const own: Readonly<Record<string, string>> = { v1: "owner", v2: "region", v3: "zone" };

  beforeAll(() => outpost.store(storage, { spec: {} }));

  afterAll(() => outpost.at("v1").delete("shared"));

  test("what each manager said last is shown to it, and what only it could say goes with it", async () => {
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

describe("what one manager may say in its version alone, and stops to say", () => {
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

  test("it goes where each kept value has an annotation of its own", async () => {
    await saidAndDropped(outpost);
    const { v1, v2 } = await shown(outpost, "shared");
    expect(v1).toEqual({ image: "i", level: "Critical", hostPort: "h:1", retries: 3 });
    expect(v2).toEqual({ image: "i", level: "Urgent", host: "h", port: "1", retries: 3 });
  });

  // To the API server the one annotation is one value: with any of it, all of it comes back.
  test("packed in one annotation it stays beside other kept values, owned by nobody", async () => {
    await saidAndDropped(packed);
    const { v1 } = await shown(packed, "shared");
    expect(v1).toMatchObject({ owner: "me", level: "Critical" });
    const { managedFields } = metadataOf(await packed.at("v1").get("shared"));
    expect(JSON.stringify(managedFields)).not.toContain("f:owner");
    expect(JSON.stringify(managedFields)).not.toContain("f:region");
  });

  test("packed in one annotation it goes where it was all that was kept", async () => {
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

describe("a default that v2 alone has", () => {
  afterEach(() => outpost.at("v1").delete("shared"));

  test.each([
    { storage: "v1", before: [undefined, undefined, undefined] },
    { storage: "v2", before: [3, 3, 3] },
    { storage: "v3", before: [undefined, undefined, undefined] },
  ])("stored in $storage it is filled by writes in v2 and nobody's own", async (row) => {
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

/** One object of each version, with all that only that version can say. */
const fleet: Readonly<Record<string, JsonObject>> = {
  v1: {
    hostPort: "no port",
    owner: "me",
    level: "Critical",
    retries: 4,
    checks: [
      { type: "Net", timeout: "1500ms", note: "n" },
      { type: "Disk", timeout: "90s" },
    ],
    steps: [{ command: "a", note: "x" }, { command: "a" }, { command: "b", note: "" }],
  },
  v2: {
    host: "h",
    region: "eu",
    level: "Normal",
    retries: 4,
    checks: [{ type: "Net", timeoutSeconds: 60, comment: "c" }, { type: "Disk" }],
    steps: [{ command: "a", weight: 1 }, { command: "b" }],
  },
  v3: {
    container: { image: "i" },
    port: "1",
    zone: "z",
    level: "Urgent",
    retries: 4,
    steps: [{ command: "a" }, { command: "b", weight: 0 }],
  },
};

describe("migration of the storage version", () => {
  afterAll(async () => {
    await Promise.all(Object.keys(fleet).map((name) => outpost.at("v1").delete(name)));
  });

  /** What every version shows of every object. */
  async function all(): Promise<readonly (readonly unknown[])[]> {
    const found: unknown[][] = [];
    for (const version of versions) {
      const list = await outpost.at(version).list();
      found.push(list.map((object) => [nameOf(object), bodyOf(object)]));
    }
    return found;
  }

  test("objects written before, between and after come back exact in every version", async () => {
    await outpost.store("v1", { spec: {} });
    for (const [version, spec] of Object.entries(fleet)) {
      await outpost.at(version).create(outpost.object(version, version, { spec }));
    }
    const before = await all();
    for (const [version, spec] of Object.entries(fleet)) {
      expect(specOf(await outpost.at(version).get(version))).toEqual(spec);
    }
    for (const storage of ["v2", "v3", "v1"]) {
      await outpost.store(storage, { spec: {} });
      expect(await all()).toEqual(before);
      for (const writer of versions) {
        const here = outpost.at(writer);
        for (const name of Object.keys(fleet)) await here.update(await here.get(name));
        expect(await all()).toEqual(before);
      }
    }
  });
});

describe("kubectl", () => {
  beforeAll(() => outpost.store("v1", { spec: {} }));

  afterEach(() => outpost.at("v1").delete("shared"));

  const spec: JsonObject = {
    image: "i",
    owner: "me",
    level: "Critical",
    retries: 3,
    checks: [{ type: "Ready", timeout: "1.5s", note: "slow" }],
    steps: [{ command: "a", note: "first" }, { command: "b" }],
  };

  async function kubectl(args: readonly string[], input?: string): Promise<string> {
    const { code, stdout, stderr } = await world.kubectl(args, input);
    expect(`${code} ${stderr}`).toMatch(/^0 (Warning: .*missing the kubectl.kubernetes.io.*\n)?$/);
    return stdout;
  }

  const inV2 = "outposts.v2.lenses.example.com";

  test("get in v2, edit, apply: v1 has the edit and all that v2 does not show", async () => {
    await outpost.at("v1").create(outpost.object("v1", "shared", { spec }));
    const text = await kubectl(["get", inV2, "shared", "-o", "yaml"]);
    const edited = text
      .replace("image: i", "image: j")
      .replace("timeoutSeconds: 1", "timeoutSeconds: 2");
    expect(edited).not.toBe(text);
    await kubectl(["apply", "-f", "-"], edited);
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual({
      ...spec,
      image: "j",
      checks: [{ type: "Ready", timeout: "2s", note: "slow" }],
    });
  });

  test("get in v2 and apply as it is changes nothing", async () => {
    await outpost.at("v1").create(outpost.object("v1", "shared", { spec }));
    await kubectl(["apply", "-f", "-"], await kubectl(["get", inV2, "shared", "-o", "yaml"]));
    await kubectl(["replace", "-f", "-"], await kubectl(["get", inV2, "shared", "-o", "yaml"]));
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual(spec);
  });

  // What was exported says the kept values of its time; only a field that is shown outweighs them.
  test("a manifest that was exported with annotations says old kept values again", async () => {
    await outpost.at("v1").create(outpost.object("v1", "shared", { spec }));
    const text = await kubectl(["get", inV2, "shared", "-o", "yaml"]);
    const exported = text.replace(/^ {2}(resourceVersion|uid): .*\n/gm, "");
    await outpost.at("v1").patch("shared", "merge", { spec: { owner: "you", level: "Low" } });
    await kubectl(["apply", "-f", "-"], exported);
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual(spec);
    await outpost.at("v1").patch("shared", "merge", { spec: { owner: "you", level: "Low" } });
    await kubectl(["apply", "-f", "-"], exported.replace("level: Urgent", "level: Normal"));
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual({ ...spec, level: "Low" });
  });

  // kubectl removes what the manifest before had and this one has not: annotations of ours were never in it.
  test("a manifest of v2 applied again and again leaves v1's fields alone", async () => {
    const manifest = (image: string) =>
      JSON.stringify(outpost.object("v2", "shared", { spec: { image } }));
    await kubectl(["apply", "-f", "-"], manifest("i"));
    await outpost.at("v1").patch("shared", "merge", { spec: { owner: "me" } });
    await kubectl(["apply", "-f", "-"], manifest("j"));
    await kubectl(["apply", "-f", "-"], manifest("k"));
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual({
      image: "k",
      owner: "me",
      retries: 3,
    });
  });
});

describe("objects that are older than their schema", () => {
  const old: JsonObject = {
    hostPort: "h:1",
    owner: ["me"],
    level: "Odd",
    legacy: { a: 1 },
    checks: [
      { type: "Ready", timeout: "soon", note: "n", grace: 5 },
      { type: "Disk", timeout: 7 },
    ],
    steps: "none",
  };

  /** The old object as the server shows it today: without what the schema does not declare. */
  const today: JsonObject = {
    hostPort: "h:1",
    owner: ["me"],
    level: "Odd",
    checks: [
      { type: "Ready", timeout: "soon", note: "n" },
      { type: "Disk", timeout: 7 },
    ],
    steps: "none",
  };

  const readable = { host: "h", port: "1", checks: [{ type: "Ready" }, { type: "Disk" }] };

  beforeAll(async () => {
    await outpost.store("v1", { spec: {} });
    const schema = {
      openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    };
    let strict: JsonObject = {};
    await redefine(world.client, outpost.name, (definition) => {
      strict = definition;
      return withVersions(definition, (version) =>
        member(version, "name") === "v1" ? { ...version, schema } : version,
      );
    });
    const create = () => outpost.at("v1").create(outpost.object("v1", "shared", { spec: old }));
    await until(
      () => refusal(create()),
      (said) => said === "",
    );
    await redefine(world.client, outpost.name, (now) => ({ ...now, spec: strict["spec"] ?? {} }));
    await until(
      () => outpost.at("v1").get("shared"),
      (object) => !Object.hasOwn(specOf(object), "legacy"),
    );
  });

  afterAll(() => outpost.at("v1").delete("shared"));

  test("are read in every version", async () => {
    expect(await shown(outpost, "shared")).toEqual({ v1: today, v2: readable, v3: readable });
  });

  test("the log says what no rule could read", async () => {
    await outpost.at("v2").get("shared");
    await until(
      async () => world.gateway().lines.at(-1),
      (line) => Object.hasOwn(line ?? {}, "unread"),
    );
    const paths = ["level", "checks[0].timeout", "checks[1].timeout", "steps"];
    const unread = paths.map((path) => `objects[0] spec.${path}`);
    expect(world.gateway().lines.at(-1)).toMatchObject({ verdict: "converted", unread });
  });

  test("can be written in v2: what v1 still allows stays, and what it no longer does is kept aside", async () => {
    await outpost.at("v2").patch("shared", "merge", { spec: { region: "eu" } });
    expect(await shown(outpost, "shared")).toEqual({
      v1: {
        hostPort: "h:1",
        retries: 3,
        checks: [{ type: "Ready", timeout: "soon", note: "n" }, { type: "Disk" }],
      },
      v2: { ...readable, retries: 3, region: "eu" },
      v3: { ...readable, retries: 3 },
    });
    const { annotations } = metadataOf(await outpost.at("v1").get("shared"));
    expect(Object.values(isObject(annotations) ? annotations : {})).toEqual(
      expect.arrayContaining([
        '{"spec.steps":["none"]}',
        '{"spec.level":["Odd"]}',
        '{"spec.owner":[["me"]]}',
        String.raw`{"spec.checks[type=\"Disk\"].timeout":[7]}`,
      ]),
    );
  });
});

describe("what the API server asked meanwhile", () => {
  test("every review was answered with success", () => {
    const answers = world.relay.exchanges.map(({ response }) => response);
    expect(answers.filter((answer) => !answer.includes('"status":"Success"'))).toEqual([]);
  });
});
