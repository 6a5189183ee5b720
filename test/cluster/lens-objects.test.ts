import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { isObject, type JsonObject, member } from "../../lib/json/value.ts";
import { specOf, specs } from "./support/applies.ts";
import { redefine, withVersions } from "./support/custom-resources.ts";
import { bodyOf, metadataOf } from "./support/kinds.ts";
import { defineLensKind, type LensKind } from "./support/lens-kinds.ts";
import { refusal, until } from "./support/registrations.ts";
import { nameOf } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const kinds = new URL("kinds/", import.meta.url);
const versions = ["v1", "v2", "v3"];

let world: World;
let outpost: LensKind;

beforeAll(async () => {
  world = await openWorld({ serve: ["--kinds", fileURLToPath(kinds)] });
  outpost = await defineLensKind(world, new URL("outpost/", kinds));
});

afterAll(() => world?.stop());

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

  test("objects written before, during and after it come back exactly in every version", async () => {
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

  test("get in v2, edit, apply: v1 has the edit and all values that v2 does not show", async () => {
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

  test("get in v2 and apply without an edit changes nothing", async () => {
    await outpost.at("v1").create(outpost.object("v1", "shared", { spec }));
    await kubectl(["apply", "-f", "-"], await kubectl(["get", inV2, "shared", "-o", "yaml"]));
    await kubectl(["replace", "-f", "-"], await kubectl(["get", inV2, "shared", "-o", "yaml"]));
    expect(specOf(await outpost.at("v1").get("shared"))).toEqual(spec);
  });

  // What was exported says the kept values of its time; only a field that is shown outweighs them.
  test("a manifest that was exported with annotations restores the former preserved values", async () => {
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
  test("a manifest of v2 applied repeatedly does not change v1's fields", async () => {
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

  test("can be read in every version", async () => {
    expect(await specs(outpost, versions, "shared")).toEqual({
      v1: today,
      v2: readable,
      v3: readable,
    });
  });

  test("are counted in the log by values that no rule could parse", async () => {
    await outpost.at("v2").get("shared");
    await until(
      async () => world.gateway().lines.at(-1),
      (line) => Object.hasOwn(line ?? {}, "unparsed"),
    );
    expect(world.gateway().lines.at(-1)).toMatchObject({ outcome: "converted", unparsed: 4 });
  });

  test("can be written in v2: values that v1 still allows stay, and others are held back", async () => {
    await outpost.at("v2").patch("shared", "merge", { spec: { region: "eu" } });
    expect(await specs(outpost, versions, "shared")).toEqual({
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

describe("every conversion review of these tests", () => {
  test("had a successful response", () => {
    const answers = world.relay.exchanges.map(({ response }) => response);
    expect(answers.filter((answer) => !answer.includes('"status":"Success"'))).toEqual([]);
  });
});
