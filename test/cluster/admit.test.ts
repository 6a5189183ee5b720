import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutChangingMetadata } from "../../lib/api-server/request-metadata.ts";
import { definitionInFolder } from "../../lib/cli/kinds/kind-files.ts";
import { loadKindsInFolders } from "../../lib/cli/kinds/kinds.ts";
import { admit } from "../../lib/cli/verbs/admit/admit.ts";
import { registrationObjects } from "../../lib/cli/verbs/manifests/registration-objects.ts";
import { parse } from "../../lib/json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../../lib/json/value.ts";
import { runCommand } from "../support/run-command.ts";
import { until } from "./support/registrations.ts";
import { openWorld, type World } from "./support/world.ts";

const kinds = new URL("../support/admitted-kinds", import.meta.url).pathname;
const served = ["v1beta1", "v1"];

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "admit-"));
  world = await openWorld({ serve: ["--kinds", kinds] });
  const found = await loadKindsInFolders([kinds]);
  const registered = found.map(({ kind, folder: own }) => {
    const definition = definitionInFolder(own);
    return { kind, ...(definition !== undefined && { definition }) };
  });
  const settings = {
    address: { base: world.url("") },
    reviewVersions: ["v1"],
    namespace: "customhouse",
  };
  const objects = registrationObjects(registered, settings, ["crd", "webhooks"]);
  const list = JSON.stringify({ apiVersion: "v1", kind: "List", items: objects });
  expect(await world.kubectl(["apply", "--server-side", "-f", "-"], list)).toMatchObject({
    code: 0,
  });
  // Both webhooks are in force once a dry run is denied by one and changed by the other.
  await dryRun({ destination: "Atlantis" }, (text) => text.includes("sank"));
  await dryRun({ destination: "Ithaca", insured: true }, (text) => text.includes("metal"));
});

afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true });
});

async function dryRun(spec: JsonObject, fits: (text: string) => boolean): Promise<void> {
  const object = JSON.stringify(shipment("probe", spec));
  await until(async () => {
    const run = await world.kubectl(
      ["create", "--dry-run=server", "-o", "json", "-f", "-"],
      object,
    );
    return run.stdout + run.stderr;
  }, fits);
}

function shipment(name: string, spec: JsonValue, more: JsonObject = {}): JsonObject {
  const { version = "v1", metadata, ...rest } = more;
  return {
    apiVersion: `ports.example.com/${String(version)}`,
    kind: "Shipment",
    metadata: { name, ...(isObject(metadata) && metadata) },
    spec,
    ...rest,
  };
}

async function manifest(name: string, object: JsonObject): Promise<string> {
  const file = join(folder, `${name}.json`);
  await writeFile(file, JSON.stringify(object));
  return file;
}

/** What admit says: the lines that kubectl would print, and the object in each version. */
async function admitted(...args: readonly string[]) {
  const run = await runCommand(admit, ["--kinds", kinds, "-o", "json", ...args]);
  const parsed = parse(run.out);
  const [only] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
  if (!isObject(only)) throw new Error(`admit printed ${run.out}${run.error}`);
  return { code: run.code, only };
}

/** The server lists several faults in the order of a Go map, and every review has another uid. */
function comparable(text: string): string {
  const [head = "", ...lines] = text.trimEnd().split("\n");
  return [head, ...(head.endsWith("is invalid: ") ? lines.sort() : lines)]
    .join("\n")
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "<uid>");
}

/** What kubectl printed, its warnings first. */
function printed({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): string {
  return comparable(`${stderr}${stdout}`);
}

function linesOf({ warnings, text }: JsonObject): string {
  const list = Array.isArray(warnings) ? warnings : [];
  return comparable(
    [...list.map((warning) => `Warning: ${String(warning)}`), String(text)].join("\n"),
  );
}

/** The object in every served version as the cluster has it. */
async function live(name: string): Promise<JsonObject> {
  const versions: [string, JsonValue][] = [];
  for (const version of served) {
    const words = ["get", `shipments.${version}.ports.example.com`, name, "-o", "json"];
    const parsed = parse((await world.kubectl(words)).stdout);
    if (parsed.ok && isObject(parsed.value)) {
      versions.push([version, withoutChangingMetadata(parsed.value)]);
    }
  }
  return Object.fromEntries(versions);
}

interface Row {
  readonly name: string;
  readonly object: JsonObject;
  readonly code: number;
  readonly args?: readonly string[];
}

const ithaca = { destination: "Ithaca" };

const creates: readonly Row[] = [
  { name: "plain", object: shipment("plain", ithaca), code: 0 },
  { name: "mutated", object: shipment("mutated", { ...ithaca, insured: true }), code: 0 },
  {
    name: "mutated-in-another-version",
    object: shipment(
      "mutated-in-another-version",
      { target: "Ithaca", insured: true },
      { version: "v1beta1" },
    ),
    code: 0,
  },
  { name: "warned", object: shipment("warned", { ...ithaca, crates: 60 }), code: 0 },
  {
    name: "unparsed-numbers",
    object: shipment("unparsed-numbers", { ...ithaca, weight: 9007199254740991 }),
    code: 0,
  },
  {
    name: "metadata-that-the-server-sets",
    object: shipment("metadata-that-the-server-sets", ithaca, {
      metadata: { uid: "u", resourceVersion: "7", generation: 5, labels: { a: "b" } },
    }),
    code: 0,
  },
  {
    name: "status-is-dropped",
    object: shipment("status-is-dropped", ithaca, { status: { berth: "4" } }),
    code: 0,
  },
  {
    name: "finalizer-without-domain",
    object: shipment("finalizer-without-domain", ithaca, { metadata: { finalizers: ["mine"] } }),
    code: 0,
  },
  { name: "denied", object: shipment("denied", { destination: "Atlantis" }), code: 1 },
  {
    name: "denied-in-another-version",
    object: shipment("denied-in-another-version", { target: "Atlantis" }, { version: "v1beta1" }),
    code: 1,
  },
  {
    name: "warned-and-denied",
    object: shipment("warned-and-denied", { destination: "Atlantis", crates: 60 }),
    code: 1,
  },
  { name: "handler-that-throws", object: shipment("styx", { destination: "Styx" }), code: 1 },
  { name: "lookup-that-fails", object: shipment("limbo", { destination: "Limbo" }), code: 1 },
  { name: "no-name", object: { ...shipment("", ithaca), metadata: {} }, code: 1 },
  { name: "required", object: shipment("required", { crates: 2 }), code: 1 },
  {
    name: "required-in-another-version",
    object: shipment("required-in-another-version", {}, { version: "v1beta1" }),
    code: 1,
  },
  { name: "enum", object: shipment("enum", { ...ithaca, priority: "Medium" }), code: 1 },
  { name: "type", object: shipment("type", { ...ithaca, crates: "many" }), code: 1 },
  {
    name: "several-faults",
    object: shipment("several-faults", { crates: 0, priority: "Medium" }),
    code: 1,
  },
  {
    name: "rule",
    object: shipment("rule", { ...ithaca, priority: "High", crates: 100 }),
    code: 1,
  },
  { name: "no-spec-object", object: shipment("no-spec-object", "text"), code: 1 },
  { name: "unknown-field", object: shipment("unknown-field", { ...ithaca, deck: 1 }), code: 1 },
  {
    name: "unknown-fields",
    object: shipment("unknown-fields", { ...ithaca, deck: 1, mast: 2 }, { extra: true }),
    code: 1,
  },
  {
    name: "unknown-field-warned",
    object: shipment("unknown-field-warned", { ...ithaca, deck: 1 }),
    code: 0,
    args: ["--validate", "warn"],
  },
  {
    name: "unknown-field-ignored",
    object: shipment("unknown-field-ignored", { ...ithaca, deck: 1 }),
    code: 0,
    args: ["--validate", "ignore"],
  },
  {
    name: "metadata-that-does-not-decode",
    object: shipment("undecoded", ithaca, { metadata: { labels: "none" } }),
    code: 1,
  },
  {
    name: "a name that can't be decoded",
    object: shipment("undecoded", ithaca, { metadata: { name: 5 } }),
    code: 1,
  },
  {
    name: "an owner that can't be decoded",
    object: shipment("undecoded", ithaca, { metadata: { ownerReferences: [{ name: true }] } }),
    code: 1,
  },
  {
    name: "rule-in-another-version",
    object: shipment(
      "rule-in-another-version",
      { target: "Ithaca", priority: "High", crates: 100 },
      { version: "v1beta1" },
    ),
    code: 1,
  },
  {
    name: "label",
    object: shipment("label", ithaca, { metadata: { labels: { a: "not a label!" } } }),
    code: 1,
  },
  { name: "name", object: shipment("Not_A_Name", ithaca), code: 1 },
];

describe("customhouse admit and kubectl create", () => {
  test.each(creates)("$name", async ({ name, object, code, args = [] }) => {
    const file = await manifest(name, object);
    const ours = await admitted("-f", file, ...args);
    const validate = args.length === 0 ? [] : [`--validate=${args[1]}`];
    const theirs = await world.kubectl(["create", ...validate, "-f", file]);
    expect({ code: ours.code, text: linesOf(ours.only) }).toEqual({
      code: theirs.code,
      text: printed(theirs),
    });
    expect(ours.code).toBe(code);
    const { versions = {} } = ours.only;
    expect(versions).toEqual(code === 0 ? await live(name) : {});
  });

  test("a dry run stores nothing", async () => {
    const file = await manifest("dry", shipment("dry", { ...ithaca, insured: true }));
    const ours = await admitted("-f", file, "--dry-run");
    const theirs = await world.kubectl(["create", "--dry-run=server", "-f", file]);
    expect(linesOf(ours.only)).toBe(printed(theirs));
    expect(await live("dry")).toEqual({});
  });
});

const stored = shipment("stored", { ...ithaca, crates: 60, weight: 7 });

const updates: readonly Row[] = [
  { name: "unchanged", object: stored, code: 0 },
  { name: "changed", object: shipment("stored", { ...ithaca, crates: 2, insured: true }), code: 0 },
  {
    name: "metadata alone",
    object: { ...stored, metadata: { name: "stored", labels: { a: "b" } } },
    code: 0,
  },
  {
    name: "in another version",
    object: shipment("stored", { target: "Ithaca", crates: 3 }, { version: "v1beta1" }),
    code: 0,
  },
  {
    name: "a status, which only /status takes",
    object: { ...stored, status: { berth: "9" } },
    code: 0,
  },
  { name: "a transition rule", object: shipment("stored", { destination: "Troy" }), code: 1 },
  { name: "denied", object: shipment("stored", { destination: "Atlantis" }), code: 1 },
  { name: "a required field", object: shipment("stored", {}), code: 1 },
  {
    name: "an outdated resourceVersion",
    object: { ...stored, metadata: { name: "stored", resourceVersion: "1" } },
    code: 1,
  },
  {
    name: "the immutable uid",
    object: { ...stored, metadata: { name: "stored", uid: "other" } },
    code: 1,
  },
];

describe("customhouse admit --old and kubectl replace", () => {
  test.each(updates)("$name", async ({ object, code }) => {
    const old = await manifest("old", stored);
    await world.kubectl(["create", "-f", old]);
    const whole = await world.kubectl(["get", "-f", old, "-o", "json"]);
    await writeFile(old, whole.stdout);
    try {
      const file = await manifest("new", object);
      const ours = await admitted("-f", file, "--old", old);
      const theirs = await world.kubectl(["replace", "-f", file]);
      expect({ code: ours.code, text: linesOf(ours.only) }).toEqual({
        code: theirs.code,
        text: printed(theirs),
      });
      expect(ours.code).toBe(code);
      if (code === 0) expect(ours.only["versions"]).toEqual(await live("stored"));
    } finally {
      await world.kubectl(["delete", "-f", old]);
    }
  });
});

/** Runs both with the object stored that the row starts from, and cleans up. */
async function whileStored<T>(object: JsonObject, work: (old: string) => Promise<T>): Promise<T> {
  const old = await manifest("old", object);
  await world.kubectl(["create", "-f", old]);
  const whole = await world.kubectl(["get", "-f", old, "-o", "json"]);
  await writeFile(old, whole.stdout);
  try {
    return await work(old);
  } finally {
    await world.kubectl([
      "patch",
      "-f",
      old,
      "--type=merge",
      "-p",
      '{"metadata":{"finalizers":null}}',
    ]);
    await world.kubectl(["delete", "--ignore-not-found", "-f", old]);
  }
}

const shown = { berth: "4" };

const statusUpdates: readonly Row[] = [
  { name: "a status", object: { ...stored, status: shown }, code: 0 },
  {
    name: "in another version",
    object: shipment("stored", { target: "Ithaca" }, { version: "v1beta1", status: shown }),
    code: 0,
  },
  {
    name: "changes of spec and labels are ignored",
    object: shipment(
      "stored",
      { destination: "Troy", crates: 2 },
      {
        metadata: { labels: { a: "b" } },
        status: shown,
      },
    ),
    code: 0,
  },
  {
    name: "denials by the webhook of the object itself are not applied",
    object: shipment("stored", { destination: "Atlantis", crates: 60 }, { status: shown }),
    code: 0,
  },
  { name: "no status", object: stored, code: 0 },
  { name: "a status of a wrong type", object: { ...stored, status: { berth: 4 } }, code: 1 },
  { name: "a status that is not a map", object: { ...stored, status: "4" }, code: 1 },
  {
    name: "an unknown field of the status",
    object: { ...stored, status: { ...shown, tide: 1 } },
    code: 1,
  },
  {
    name: "an outdated resourceVersion",
    object: { ...stored, metadata: { name: "stored", resourceVersion: "1" }, status: shown },
    code: 1,
  },
];

describe("customhouse admit --subresource status and kubectl replace --subresource=status", () => {
  test.each(statusUpdates)("$name", async ({ object, code }) => {
    await whileStored(stored, async (old) => {
      const file = await manifest("new", object);
      const ours = await admitted("-f", file, "--old", old, "--subresource", "status");
      const theirs = await world.kubectl(["replace", "--subresource=status", "-f", file]);
      expect({ code: ours.code, text: linesOf(ours.only) }).toEqual({
        code: theirs.code,
        text: printed(theirs),
      });
      expect(ours.code).toBe(code);
      if (code === 0) expect(ours.only["versions"]).toEqual(await live("stored"));
    });
  });
});

const held = { metadata: { finalizers: ["ports.example.com/customs"] } };

const deletions: readonly (Row & { readonly remains: boolean })[] = [
  { name: "an object", object: stored, code: 0, remains: false },
  {
    name: "with a finalizer",
    object: shipment("stored", ithaca, held),
    code: 0,
    remains: true,
  },
  {
    name: "with a finalizer of the garbage collector, which background deletion removes",
    object: shipment("stored", ithaca, { metadata: { finalizers: ["orphan"] } }),
    code: 0,
    remains: false,
  },
  { name: "a dry run", object: stored, code: 0, remains: true, args: ["--dry-run"] },
];

describe("customhouse admit --operation delete and kubectl delete", () => {
  test.each(deletions)("$name", async ({ object, code, remains, args = [] }) => {
    await whileStored(object, async (old) => {
      const ours = await admitted("-f", old, "--operation", "delete", ...args);
      const dry = args.length === 0 ? [] : ["--dry-run=server"];
      const theirs = await world.kubectl(["delete", "--wait=false", ...dry, "-f", old]);
      expect({ code: ours.code, text: linesOf(ours.only) }).toEqual({
        code: theirs.code,
        text: printed(theirs),
      });
      expect(ours.code).toBe(code);
      const left = await live("stored");
      expect(Object.keys(left)).toEqual(remains ? served : []);
      if (remains && args.length === 0) {
        expect(withoutTimes(ours.only["versions"])).toEqual(withoutTimes(left));
      }
    });
  });

  test("is the same in another version, and a second run changes nothing more", async () => {
    await whileStored(shipment("stored", ithaca, held), async (old) => {
      await world.kubectl(["delete", "--wait=false", "-f", old]);
      const beta = await world.kubectl([
        "get",
        "shipments.v1beta1.ports.example.com",
        "stored",
        "-o",
        "json",
      ]);
      await writeFile(old, beta.stdout);
      const ours = await admitted("-f", old, "--operation", "delete");
      const theirs = await world.kubectl(["delete", "--wait=false", "-f", old]);
      expect(linesOf(ours.only)).toBe(printed(theirs));
      expect(ours.only["versions"]).toEqual(await live("stored"));
    });
  });

  test("calls no webhook: an object that both would change or deny is deleted", async () => {
    await whileStored(stored, async (old) => {
      const denied = shipment("stored", { destination: "Atlantis", insured: true });
      const file = await manifest("denied", denied);
      const ours = await admitted("-f", file, "--old", old, "--operation", "delete");
      const theirs = await world.kubectl(["delete", "--wait=false", "-f", file]);
      expect({ code: ours.code, text: linesOf(ours.only) }).toEqual({
        code: theirs.code,
        text: printed(theirs),
      });
      expect(ours.code).toBe(0);
    });
  });
});

/** Objects by version, with the same time of deletion; each must have one. */
function withoutTimes(versions: JsonValue | undefined): JsonValue | undefined {
  const text = JSON.stringify(versions);
  const time = /"deletionTimestamp":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"/g;
  expect(text.match(time)).toHaveLength(served.length);
  return JSON.parse(text.replace(time, '"deletionTimestamp":"…"'));
}
