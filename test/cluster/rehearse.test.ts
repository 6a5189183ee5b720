import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command } from "../../lib/cli/command.ts";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import {
  conversionStanza,
  withConversion,
} from "../../lib/cli/verbs/manifests/conversion-stanza.ts";
import { planCommand } from "../../lib/cli/verbs/plan/plan.ts";
import { rehearse } from "../../lib/cli/verbs/rehearse/rehearse.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { base64 } from "../../lib/protocol/base64.ts";
import { type Ran, runCommand } from "../support/run-command.ts";
import { definitions, install, readDefinition, withStorage } from "./support/custom-resources.ts";
import { cronTab, metadataOf, objectIn } from "./support/kinds.ts";
import { until } from "./support/registrations.ts";
import type { Resource } from "./support/resource.ts";
import { openWorld, type World } from "./support/world.ts";

const crdName = "crontabs.stable.example.com";
const kinds = new URL("../../examples/kinds/crontab", import.meta.url).pathname;
const main = new URL("../../lib/cli/main.ts", import.meta.url).pathname;

let world: World;
let older: Resource;
/** The plan that makes v1 the storage version. */
let plan: string;
/** The definition in a file, as the cluster has it. */
let crdFile: string;
/** A folder with objects. */
let objects: string;

beforeAll(async () => {
  world = await openWorld();
  older = world.objects(cronTab, "v1beta1");
  // A webhook that another control plane reaches, too.
  const url = `https://localhost:${world.relay.port}/convert`;
  const conversion = conversionStanza({ url, caBundle: base64(world.ca) }, ["v1"]);
  const definition = withStorage(await readDefinition("crontab"), "v1beta1");
  await install(world.client, withConversion(definition, conversion));
  for (const name of ["a", "b"]) {
    const labels = { owner: "hush" };
    const object = { ...objectIn(cronTab, "v1beta1", name), metadata: { name, labels } };
    await older.create(object);
  }
  plan = await planned("--storage", "v1");
  const { folder } = world.reaper;
  crdFile = join(folder, "crd.json");
  await writeFile(crdFile, JSON.stringify(await definitions(world.client).get(crdName)));
  objects = join(folder, "objects");
  await mkdir(objects);
  const status = { status: cronTab.status };
  const list = [
    objectIn(cronTab, "v1beta1", "x"),
    { ...objectIn(cronTab, "v1", "y"), ...status },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "other" } },
  ];
  const manifest = { apiVersion: "v1", kind: "List", items: list };
  await writeFile(join(objects, "all.json"), JSON.stringify(manifest));
});
afterAll(() => world?.stop());

function run(command: Command, ...words: readonly string[]): Promise<Ran> {
  return runCommand(command, [...words, ...cluster()]);
}

function cluster(): readonly string[] {
  return ["--kubectl", findAssets().kubectl, "--kubeconfig", world.kubeconfig];
}

/** Makes a plan, and returns its file. */
async function planned(...goal: readonly string[]): Promise<string> {
  const file = join(world.reaper.folder, `plan${goal.join("")}.json`);
  const ran = await run(planCommand, crdName, ...goal, "-o", file);
  expect(ran).toMatchObject({ code: 0, error: "" });
  return file;
}

/** What a rehearsal prints as JSON. */
interface Rehearsed {
  readonly ok: boolean;
  readonly copies: number;
  readonly redacted: boolean;
  readonly lost: readonly string[];
  readonly steps: readonly {
    readonly title: string;
    readonly ok: boolean;
    readonly clients: readonly {
      readonly role: string;
      readonly version: string;
      readonly requests: number;
      readonly failures: readonly { readonly request: string; readonly status: number }[];
    }[];
  }[];
}

test("copies of the plan's cluster go through the whole plan, and the cluster stays as it is", async () => {
  const before = await states();
  const first = world.relay.exchanges.length;
  const { code, out, error } = await run(rehearse, plan, "--live", "2", "-o", "json");
  expect({ code, error }).toMatchObject({ code: 0, error: "starting a control plane" });
  const rehearsed: Rehearsed = JSON.parse(out);
  expect(rehearsed).toMatchObject({ ok: true, copies: 2, redacted: true, lost: [] });
  expect(rehearsed.steps.map(({ title }) => title)).toEqual([
    "before the plan",
    "back up all objects and the definition",
    "store at v1",
    "rewrite every object at v1",
    "trim storedVersions to v1",
  ]);
  for (const { clients } of rehearsed.steps) {
    expect(clients.map(({ role, version }) => `${role} ${version}`)).toEqual(
      ["v1beta1", "v1"].flatMap((version) =>
        ["reader", "writer", "watch"].map((role) => `${role} ${version}`),
      ),
    );
    for (const { role, requests } of clients) {
      expect(requests).toBeGreaterThanOrEqual(role === "watch" ? 0 : 5);
    }
  }
  const flip = rehearsed.steps[2]?.clients.filter(({ role }) => role === "watch") ?? [];
  expect(flip.map(({ failures }) => failures)).toEqual(
    Array(2).fill([expect.objectContaining({ request: "watch", status: 200 })]),
  );
  expect(await states()).toEqual(before);
  const reviews = world.relay.exchanges.slice(first);
  expect(reviews.length).toBeGreaterThan(0);
  expect(reviews.filter(({ request }) => request.includes("hush"))).toEqual([]);
});

/** What a change of the definition or of an object would change. */
async function states(): Promise<unknown> {
  const crd = await definitions(world.client).get(crdName);
  const all: readonly JsonObject[] = [crd, ...(await older.list())];
  return all.map((object) => metadataOf(object)["resourceVersion"]);
}

test("manifests and a definition in files go through the end of a version, converted by a kind, without a cluster", async () => {
  const end = await planned("--unserve", "v1beta1");
  const words = ["--objects", objects, "--crd", crdFile, "--kinds", kinds];
  const { code, out } = await runCommand(rehearse, [end, ...words, "--kubectl", "/nowhere"]);
  expect({ code, out }).toEqual({ code: 0, out: expect.any(String) });
  expect(out).toMatch(
    /^ok {4}step 2 of 2: stop serving v1beta1 \(.* s\)\n {6}before this step the clients at v1beta1 moved to v1$/m,
  );
  expect(out).toMatch(
    /^ok {4}2 of 2 steps with 2 copied objects in .* s, \d+ reviews of which 0 failed: no field/m,
  );
});

describe("a kind whose new version has a default that the old one lacks", () => {
  /** Rehearses its plan with one object, converted by `rules`. */
  async function rehearsed(folder: string, rules: readonly JsonObject[]): Promise<Ran> {
    const kind = join(world.reaper.folder, folder);
    await mkdir(kind);
    const text = { type: "string" };
    const schema = (properties: JsonObject): JsonObject => ({
      openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } },
    });
    const cleanup = { ...text, default: "Delete" };
    const versions = [
      { name: "v1", served: true, storage: true, schema: schema({ size: text, old: text }) },
      { name: "v2", served: true, storage: false, schema: schema({ size: text, cleanup }) },
    ];
    const names = { kind: "Order", listKind: "OrderList", plural: "orders", singular: "order" };
    const crd = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "orders.example.com" },
      spec: { group: "example.com", scope: "Namespaced", names, versions },
    };
    const object = { apiVersion: "example.com/v1", kind: "Order", metadata: { name: "a" } };
    const action = { type: "set-storage", version: "v2", from: "v1" };
    const made = JSON.parse(await readFile(plan, "utf8"));
    const definition = { name: "orders.example.com", uid: "u", generation: 1 };
    const steps = [action, { type: "rewrite", version: "v2" }].map((each) => ({
      action: each,
      first: [],
    }));
    const files = {
      "crd.yaml": crd,
      "conversion.yaml": { from: "v1", to: "v2", rules },
      "object.json": { ...object, spec: { size: "s", old: "x" } },
      "plan.json": { ...made, definition, steps },
    };
    for (const [name, content] of Object.entries(files))
      await writeFile(join(kind, name), JSON.stringify(content));
    const from = ["--objects", join(kind, "object.json"), "--crd", join(kind, "crd.yaml")];
    return runCommand(rehearse, [join(kind, "plan.json"), ...from, "--kinds", kind]);
  }

  test("passes: an object only gets the default once it is stored at the new version", async () => {
    const rules = [{ keep: "spec.old" }, { keep: "spec.cleanup", in: "v2" }];
    const { code, out, error } = await rehearsed("defaulted", rules);
    expect({ code, out, error }).toMatchObject({ code: 0, error: "starting a control plane" });
  });

  test("fails where a rule drops a value", async () => {
    const rules = [
      { drop: "spec.old", reason: "for the test" },
      { keep: "spec.cleanup", in: "v2" },
    ];
    const { code, out } = await rehearsed("dropped", rules);
    expect({ code, out }).toEqual({ code: 1, out: expect.any(String) });
    expect(out).toContain("default/a has other values at v1: spec.old");
    expect(out).not.toContain("spec.cleanup");
  });
});

test("a failing step ends the rehearsal, and is named with its reason", async () => {
  const file = join(world.reaper.folder, "wrong.json");
  const action = { type: "set-stored-versions", from: ["v1beta1", "v1"], to: ["v1"] };
  const made = JSON.parse(await readFile(plan, "utf8"));
  await writeFile(file, JSON.stringify({ ...made, steps: [{ action, first: [] }] }));
  const { code, out } = await run(rehearse, file, "--live", "1");
  expect({ code, out }).toMatchObject({ code: 1 });
  expect(out).toMatch(
    /^FAIL {2}step 1 of 1: trim storedVersions to v1 .*\n {6}storedVersions of crontabs.* plan again$/m,
  );
  expect(out).toMatch(/^FAIL {2}0 of 1 steps with 2 copied objects in /m);
});

describe("a rehearsal leaves no process and no file behind", () => {
  test.each([
    { signal: "SIGINT", while: "clients are at work", after: "before the plan" },
    { signal: "SIGTERM", while: "the control plane starts", after: "starting a control plane" },
  ] as const)("after $signal while $while", async ({ signal, after }) => {
    const TMPDIR = join(world.reaper.folder, signal);
    await mkdir(TMPDIR);
    const words = [
      main,
      "rehearse",
      plan,
      "--objects",
      objects,
      "--crd",
      crdFile,
      "--kinds",
      kinds,
    ];
    const child = spawn(process.execPath, words, { env: { ...process.env, TMPDIR } });
    const ended = once(child, "close");
    let output = "";
    await new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (chunk) => {
          output += chunk;
          if (output.includes(after)) resolve();
        });
      }
    });
    const [folder = ""] = await until(
      () => readdir(TMPDIR),
      ({ length }) => length > 0,
    );
    expect((await stat(join(TMPDIR, folder))).mode & 0o777).toBe(0o700);
    child.kill(signal);
    expect(await ended).toEqual([1, null]);
    expect(output).toContain("FAIL  interrupted: the control plane and the copies are removed");
    expect(await readdir(TMPDIR)).toEqual([]);
  });
});
