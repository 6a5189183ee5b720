import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findAssets } from "../../lib/cli/control-plane/assets.ts";
import { liveDefinition } from "../../lib/evolve/live-definition.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { patternOf, type ShownCommand, stepsOf } from "../support/docs/console.ts";
import { type Part, partsOf } from "../support/docs/markdown.ts";
import { type ControlPlane, startControlPlane } from "./support/control-plane.ts";
import {
  controllerManager,
  migratorControllers,
  migratorFlags,
  startControllers,
} from "./support/controllers.ts";
import { definitions, resourceOf, untilListed } from "./support/custom-resources.ts";
import { storedVersionCounts } from "./support/etcd.ts";
import { bodyOf, printedCronTab } from "./support/kinds.ts";
import { startWriter } from "./support/live-writes.ts";
import { until } from "./support/registrations.ts";
import { minorRelease } from "./support/release.ts";
import { nameOf, type Resource } from "./support/resource.ts";
import { shell } from "./support/shell.ts";

const page = await readFile(new URL("../../docs/versions.md", import.meta.url), "utf8");
const [, section = ""] = /^## With kubectl alone\n([\s\S]*?)^## /m.exec(page) ?? [];
const crdName = "crontabs.example.com";
const fields = { host: "localhost", port: "1234" };
const program = controllerManager();

let plane: ControlPlane;
let folder: string;

beforeAll(async () => {
  plane = await startControlPlane({ flags: migratorFlags });
  if (program !== undefined) await startControllers(plane, program, migratorControllers);
  folder = await mkdtemp(join(tmpdir(), "customhouse-kubectl-"));
});
afterEach(async () => {
  await run("kubectl delete customresourcedefinitions crontabs.example.com");
});
afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

/** The parts below a heading of the section. */
function partsBelow(heading: string): readonly Part[] {
  const parts = partsOf(section);
  const start = parts.findIndex((part) => part.type === "heading" && part.text === heading);
  if (start < 0) throw new Error(`docs/versions.md has no heading ${heading}`);
  const rest = parts.slice(start + 1);
  const end = rest.findIndex(({ type }) => type === "heading");
  return end < 0 ? rest : rest.slice(0, end);
}

/** Runs a command of the page, in the folder with its files. */
function run(command: string): Promise<string> {
  const { kubectl } = findAssets();
  const env = {
    PATH: `${dirname(kubectl)}:${process.env["PATH"]}`,
    KUBECONFIG: plane.kubeconfig,
    KUBECACHEDIR: join(folder, "cache"),
  };
  return shell(command, { cwd: folder, env });
}

/** Does what is shown below a heading: writes and edits files, and runs commands; `printed` changes what they print. */
async function follow(
  heading: string,
  printed: (shown: string) => string = (same) => same,
): Promise<void> {
  for (const part of partsBelow(heading)) {
    if (part.type !== "block") continue;
    const [, path] = /^diff (\S+)$/.exec(part.info) ?? [];
    if (path !== undefined) await edit(join(folder, path), part.text);
    for (const step of stepsOf([part])) {
      if ("path" in step) await writeFile(join(folder, step.path), await released(step.text));
      else await expectPrinted(step, printed);
    }
  }
}

async function expectPrinted(
  { words, shown }: ShownCommand,
  printed: (shown: string) => string,
): Promise<void> {
  const command = words.join(" ");
  const output = `${(await run(command)).trimEnd()}\n`;
  expect(output).toMatch(patternOf(printed(shown)));
  if (command.startsWith("kubectl apply")) await inForce();
}

/** The page's file for this release: a StorageVersionMigration is at v1beta1 up to 1.36. */
async function released(text: string): Promise<string> {
  const isOld = (await minorRelease(plane.client)) < 37;
  return isOld ? text.replace("storagemigration.k8s.io/v1", "$&beta1") : text;
}

/** Changes a file as a diff shows it, whose hunks are divided by lines of `@@`. */
async function edit(file: string, diff: string): Promise<void> {
  let text = await readFile(file, "utf8");
  for (const hunk of diff.split(/^@@\n/m)) {
    const lines = hunk.match(/^.*\n/gm) ?? [];
    const side = (other: string) =>
      lines.flatMap((line) => (line.startsWith(other) ? [] : [line.slice(1)])).join("");
    const [before, after] = [side("+"), side("-")];
    expect(text.split(before)).toHaveLength(2);
    text = text.replace(before, after);
  }
  await writeFile(file, text);
}

/** Waits until the definition, as it was applied, is in force. */
async function inForce(): Promise<void> {
  const crd = await definitions(plane.client).get(crdName);
  await untilListed(plane.client, crd);
  for (const { name } of liveDefinition(crd).versions.filter(({ served }) => !served)) {
    const path = `/apis/example.com/${name}/crontabs`;
    await until(
      () => plane.client.send({ method: "GET", path }),
      ({ status }) => status === 404,
    );
  }
}

function crontabs(version: string): Resource {
  return resourceOf(plane.client, printedCronTab, version);
}

function object(version: string, name: string): JsonObject {
  return { apiVersion: `example.com/${version}`, kind: "CronTab", metadata: { name }, ...fields };
}

/** Creates objects until one is stored at a version; a change of the storage version takes a moment. */
async function createdAt(version: string): Promise<void> {
  await until(
    async () => {
      await crontabs("v1").create(object("v1", "remote-crontab"));
      const stored = await storedAt();
      if (stored[version] === undefined) await crontabs("v1").delete("remote-crontab");
      return stored[version];
    },
    (count) => count === 1,
  );
}

function storedAt(): Promise<Readonly<Record<string, number>>> {
  return storedVersionCounts(plane.etcdUrl, "example.com/crontabs");
}

/** Goes from two versions to objects that are stored at both. */
async function begin(): Promise<void> {
  await follow("Two versions");
  await crontabs("v1beta1").create(object("v1beta1", "local-crontab"));
  expect(await storedAt()).toEqual({ v1beta1: 1 });
  await follow("Another storage version");
  await createdAt("v1");
  expect(await storedAt()).toEqual({ v1beta1: 1, v1: 1 });
  for (const version of ["v1beta1", "v1"]) await expectObjects(version);
}

async function expectObjects(version: string): Promise<void> {
  const found = await crontabs(version).list();
  expect(found.map((each) => [nameOf(each), bodyOf(each)])).toEqual([
    ["local-crontab", fields],
    ["remote-crontab", fields],
  ]);
}

/** The definition has v1 alone, at which everything is stored, and nothing has changed otherwise. */
async function expectEnd(): Promise<void> {
  const { versions, storedVersions } = liveDefinition(await definitions(plane.client).get(crdName));
  expect(versions).toMatchObject([{ name: "v1", served: true, storage: true }]);
  expect(storedVersions).toEqual(["v1"]);
  expect(await storedAt()).toEqual({ v1: 2 });
  await expectObjects("v1");
}

describe("docs/versions.md, With kubectl alone", () => {
  test("existing objects are upgraded by hand, and v1beta1 is removed", async () => {
    await begin();
    await follow("Existing objects, by hand");
    expect(await storedAt()).toEqual({ v1: 2 });
    await follow("The end of v1beta1");
    await expectEnd();
  });

  test.skipIf(program === undefined)(
    "existing objects are upgraded by a StorageVersionMigration, and v1beta1 is removed",
    async () => {
      await begin();
      // The controller waits for a change of an object.
      const writer = startWriter(crontabs("v1"), "remote-crontab", (count) => ({
        metadata: { labels: { count: `${count}` } },
      }));
      await follow("Existing objects, by a StorageVersionMigration");
      expect((await writer.stop()).errors).toEqual([]);
      expect(await storedAt()).toEqual({ v1: 2 });
      const trimmed = async () =>
        liveDefinition(await definitions(plane.client).get(crdName)).storedVersions;
      await until(trimmed, (stored) => stored.length === 1);
      await follow("The end of v1beta1", (shown) =>
        shown.replace("patched", "patched (no change)"),
      );
      await expectEnd();
    },
  );
});
