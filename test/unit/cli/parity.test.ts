import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { recordingText } from "../../../lib/service/recording/recording.ts";
import { runLine } from "../../support/run-command.ts";
import { liveText } from "../../support/webhooks/admission.ts";
import { plantedFaults } from "../../support/webhooks/faults.ts";
import { jobCrd } from "../../support/webhooks/in-process.ts";
import { serveWebhooks } from "../../support/webhooks/served.ts";

const folder = await mkdtemp(join(tmpdir(), "parity-"));
const served = await serveWebhooks(folder);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const kinds = join(folder, "kinds");
const job = join(kinds, "job");
await mkdir(job, { recursive: true });
await copyFile(jobCrd, join(job, "crd.yaml"));
await copyFile("test/support/webhooks/conversion.yaml", join(job, "conversion.yaml"));

async function run(...words: readonly string[]) {
  const { code, out, error: errors } = await runLine(["parity", ...words]);
  return { code, out, errors };
}

function urlOf(path: string): string {
  return `${served.url}${path}`;
}

function faultUrl(name: string): string {
  return urlOf(`/fault/${plantedFaults.findIndex((fault) => fault.name === name)}`);
}

/** The definition with the first two of three versions alone, which is a third of the work. */
const twoVersions = join(folder, "two-versions.yaml");
const versions = (await readFile(jobCrd, "utf8")).split("    - name: v1");
await writeFile(
  twoVersions,
  [versions[0], versions[1], versions[2]?.replace("storage: false", "storage: true")].join(
    "    - name: v1",
  ),
);

const few = ["--runs", "4", "--seed", "1"];
const trusted = ["--ca", served.caFile, "--crd", twoVersions, ...few];
const right = ["--old", urlOf("/convert")];
const labels = faultUrl("a field is lost on the way down");

describe("parity", () => {
  test("finds no difference between two equal webhooks, over HTTPS and HTTP", async () => {
    const { code, out, errors } = await run(
      ...right,
      ...["--new", `${served.plainUrl}/convert`],
      ...trusted,
    );
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Job\.example\.com {2}v1alpha1, v1beta1 {3}old https:\/\/localhost:\d+\/… {3}new http:\/\/127\.0\.0\.1:\d+\/…\nok {4}both webhooks do the same: \d+ objects, [\d,]+ reviews, seed 1$/,
    );
  });

  test("connects to the old webhook at another address than its url's", async () => {
    const { code, out } = await run(
      ...["--old", "https://hooks.jobs-system.svc/convert"],
      ...["--connect", `127.0.0.1:${served.port}`, "--new", urlOf("/convert"), ...trusted],
    );
    expect(out).toContain("old https://hooks.jobs-system.svc/…");
    expect(code).toBe(0);
  });

  test("compares a webhook with a folder of kinds, by the folder's own definition", async () => {
    const { code, out, errors } = await run(
      ...right,
      ...["--new", kinds, "--ca", served.caFile, ...few],
    );
    expect(out).toContain(
      "is missing in the new webhook's object for an object that the old webhook",
    );
    expect(out).toContain(
      "the old webhook added the annotations example.com/priority: if one holds the whole object",
    );
    expect(out).toContain("note  harmless: annotations that only one of the webhooks adds");
    expect(out.match(/^FAIL/gm)).toHaveLength(1);
    expect(errors).toBe("customhouse parity: Job.example.com is not ready to switch, 1 difference");
    expect(code).toBe(1);
  });

  test("compares two folders", async () => {
    const { code, out } = await run("--old", kinds, "--new", kinds, "--kind", "Job", ...few);
    expect(out).toContain("ok    both webhooks do the same");
    expect(code).toBe(0);
  });

  test("shows a small example, and writes it with a command that reproduces it", async () => {
    const results = join(folder, "results");
    await mkdir(results);
    const { code, out } = await run(...right, "--new", labels, ...trusted, "--out", results);
    expect(code).toBe(1);
    expect(out).toMatch(
      /FAIL {2}spec\.labels is missing in the new webhook's object\n {6}\d+ of \d+ objects, .*for example spec\.labels: old \{".*new absent/,
    );
    const files = await readdir(results);
    expect(files).toEqual(
      expect.arrayContaining([
        "jobs.example.com.1.before.yaml",
        "jobs.example.com.1.new.yaml",
        "jobs.example.com.1.review.json",
      ]),
    );
    expect((await stat(join(results, "jobs.example.com.1.review.json"))).mode & 0o777).toBe(0o600);
    const [old, now] = await Promise.all(
      ["old", "new"].map((name) =>
        readFile(join(results, `jobs.example.com.1.${name}.yaml`), "utf8"),
      ),
    );
    expect(old).toContain("labels:");
    expect(now).not.toContain("labels:");
    const command = out
      .split("\n")
      .find(
        (line) =>
          line.includes("jobs.example.com.1.review.json'") ||
          line.includes('jobs.example.com.1.review.json "'),
      );
    const repeated = spawnSync("sh", ["-c", command ?? "false"], {
      encoding: "utf8",
      env: { ...process.env, WEBHOOK_URL: labels, no_proxy: "*" },
    });
    expect(repeated.stderr).toBe("");
    expect(JSON.parse(repeated.stdout).response.convertedObjects).toHaveLength(1);
  });

  test("shows *** for a given value that a difference depends on, without a review, unless with --show", async () => {
    const samples = join(folder, "given.yaml");
    const head = "{ apiVersion: example.com/v1beta1, kind: Job, metadata: { name: given }";
    await writeFile(samples, `${head}, spec: { containerImage: ${liveText}-1 } }\n`);
    const results = join(folder, "masked");
    const words = [...right, "--new", urlOf("/picky"), ...trusted, "--samples", samples];
    const { code, out } = await run(...words, "--out", results);
    expect(out).toContain("FAIL  the new webhook refuses an object that the old one converts");
    expect(out).toContain('containerImage: "***"');
    expect(out).toContain(
      "*** stands for a value of a given object that could not be replaced, or for a text with one. Add --show",
    );
    expect(out).not.toContain(liveText);
    expect(out).not.toContain("curl");
    const files = await readdir(results);
    expect(files).toContain("jobs.example.com.1.before.yaml");
    expect(files.filter((file) => file.endsWith(".review.json"))).toEqual([]);
    expect(code).toBe(1);
    const shown = await run(...words, "--show");
    expect(shown.out).toContain(`containerImage: ${liveText}-1`);
    expect(shown.out).toContain("curl");
  });

  test("counts harmless differences only with --strict", async () => {
    const now = ["--new", faultUrl("an explicit false is removed")];
    const plain = await run(...right, ...now, ...trusted);
    expect(plain.code).toBe(0);
    expect(plain.out).toContain(
      "note  harmless: absent in one, and null, empty, zero or false in the other: spec.",
    );
    const strict = await run(...right, ...now, ...trusted, "--strict");
    expect(strict.code).toBe(1);
    expect(strict.out).toContain("(absent in one, and null, empty, zero or false in the other)");
  });

  test("ignores acknowledged differences, and names entries that are not needed", async () => {
    const file = join(folder, "known-differences.yaml");
    const entry = (law: string, path: string) => `- { law: ${law}, path: ${path}, reason: known }`;
    const entries = [
      entry("parity", "spec.labels"),
      entry("parity", "spec.image"),
      entry("round-trip", "spec.other"),
    ];
    await writeFile(file, `acknowledged:\n${entries.join("\n")}\n`);
    const words = [...right, "--new", labels, ...trusted, "--acknowledge", file];
    const { code, out } = await run(...words);
    expect(out).toContain("note  acknowledged: spec.labels (known)");
    expect(out).toContain("note  no longer needed in --acknowledge: parity, spec.image (known)");
    expect(out).not.toContain("spec.other");
    expect(code).toBe(0);
    const strict = await run(...words, "--strict", "-o", "json");
    expect(JSON.parse(strict.out).kinds).toMatchObject([{ isReady: true, differences: [] }]);
  });

  test("counts a difference as acknowledged in one direction alone", async () => {
    const file = join(folder, "one-direction.yaml");
    const entry = "law: parity, path: spec.labels, from: v1alpha1, to: v1beta1, reason: known";
    await writeFile(file, `acknowledged: [{ ${entry} }]`);
    const words = [...right, "--new", labels, ...trusted, "--acknowledge", file];
    const { code, out } = await run(...words, "-o", "json");
    const [{ differences }] = JSON.parse(out).kinds;
    const directions = differences.flatMap(
      (each: { readonly directions: readonly string[] }) => each.directions,
    );
    expect(new Set(directions)).toEqual(new Set(["v1beta1 to v1alpha1"]));
    expect(code).toBe(1);
  });

  test("refuses an acknowledged difference without a path", async () => {
    const file = join(folder, "everything.yaml");
    await writeFile(file, "acknowledged: [{ law: parity, reason: all of it }]");
    const { code, errors } = await run(...right, "--new", kinds, ...few, "--acknowledge", file);
    expect(errors).toContain(
      "acknowledged[0].path is missing: without it, parity ignores every difference",
    );
    expect(code).toBe(2);
  });

  test.each([
    { name: "a definition", words: ["--new", labels, ...trusted] },
    { name: "a folder's kinds", words: ["--new", kinds, "--ca", served.caFile, "--seed", "1"] },
  ])("compares recorded objects by $name", async ({ words }) => {
    const recordings = join(folder, "recordings");
    await mkdir(recordings, { recursive: true });
    const spec = { image: "i", note: "only in a recording" };
    const object = {
      apiVersion: "example.com/v1alpha1",
      kind: "Job",
      metadata: { name: "r" },
      spec,
    };
    const review = {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid: "1", desiredAPIVersion: "example.com/v1", objects: [object] },
    };
    const recording = recordingText({
      time: "2026-01-01T00:00:00.000Z",
      cluster: undefined,
      verb: "convert",
      review,
      answer: { apiVersion: review.apiVersion, kind: review.kind },
      lookups: [],
    });
    await writeFile(join(recordings, "one.json"), recording);
    const without = await run(...right, ...words, "--runs", "1", "-o", "json");
    const { code, out } = await run(
      ...right,
      ...words,
      "--runs",
      "1",
      "-o",
      "json",
      "--recordings",
      recordings,
    );
    expect(code).not.toBe(2);
    const counted = (text: string): number => JSON.parse(text).kinds[0].objects;
    expect(counted(out)).toBeGreaterThan(counted(without.out));
  });

  test("refuses recordings of other kinds", async () => {
    const other = join(folder, "other-recordings");
    await mkdir(other, { recursive: true });
    const review = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview" };
    const request = { uid: "1", desiredAPIVersion: "example.com/v1", objects: [] };
    const recording = recordingText({
      time: "2026-01-01T00:00:00.000Z",
      cluster: undefined,
      verb: "convert",
      review: { ...review, request },
      answer: review,
      lookups: [],
    });
    await writeFile(join(other, "one.json"), recording);
    const { code, errors } = await run(...right, "--new", kinds, ...few, "--recordings", other);
    expect(errors).toContain(`${other} does not hold an object of Job.example.com`);
    expect(code).toBe(2);
  });

  test.each(["junit", "github"])("writes %s without values", async (form) => {
    const { code, out } = await run(...right, "--new", labels, ...trusted, "-o", form);
    expect(code).toBe(1);
    expect(out).toContain(
      "spec.labels is missing in the new webhook&apos;s object".replace("&apos;", "'"),
    );
    expect(out).toContain("Repeat with --seed 1");
    expect(out).not.toMatch(/old \{|apiVersion|\/fault/);
    if (form === "github") expect(out).toMatch(/^::error title=Job\.example\.com spec\.labels /);
  });

  test("prints the whole report as JSON", async () => {
    const { out } = await run(...right, "--new", labels, ...trusted, "-o", "json");
    const { kinds: reports } = JSON.parse(out);
    expect(reports).toMatchObject([
      { kind: "Job", isReady: false, seed: 1, new: expect.stringMatching(/\/…$/) },
    ]);
    expect(reports[0].differences[0]).toMatchObject({ path: "spec.labels", kind: "missing" });
  });

  test("stops at the first review without a response", async () => {
    const { code, out, errors } = await run(
      ...right,
      ...["--new", urlOf("/hangs"), ...trusted, "--timeout", "1"],
    );
    expect(code).toBe(1);
    expect(out).toContain("stopped early, so not everything was compared: no response within 1 s");
    expect(errors).toContain("no response within 1 s");
  });

  test.each<{ name: string; words: readonly string[]; message: string }>([
    { name: "one webhook", words: right, message: "name both webhooks" },
    {
      name: "two urls without a definition",
      words: [...right, "--new", labels],
      message: "two urls need --crd FILE",
    },
    {
      name: "an argument that is neither a url nor a folder",
      words: ["--old", "nowhere", "--new", kinds],
      message: "--old: nowhere is not a folder of kinds, nor the url of a webhook",
    },
    {
      name: "http to another machine",
      words: ["--old", "http://hooks.example.com/convert", "--new", kinds],
      message: "--old takes the https url",
    },
    {
      name: "a kind that the folder does not have",
      words: ["--old", kinds, "--new", kinds, "--kind", "Pod"],
      message: "--kind: Pod is not one of the kinds Job",
    },
    {
      name: "a definition of another kind",
      words: ["--old", kinds, "--new", kinds, "--crd", "test/unit/cli/kinds/queue/crd.yaml"],
      message: `${kinds} does not have the kind Queue.example.com`,
    },
    {
      name: "a port without a server",
      words: ["--old", "https://127.0.0.1:9/convert", "--new", kinds],
      message: "127.0.0.1:9 can't be reached",
    },
  ])("ends with 2 for $name", async ({ words, message }) => {
    const { code, out, errors } = await run(...words);
    expect(errors).toContain(message);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  test("refuses kinds whose conversion does not compile", async () => {
    const draft = join(folder, "draft");
    await mkdir(draft);
    await copyFile(jobCrd, join(draft, "crd.yaml"));
    await writeFile(join(draft, "conversion.yaml"), "from: v1alpha1\nto: v1beta1\nrules: []\n");
    const { code, errors } = await run(...right, "--new", draft, "--ca", served.caFile);
    expect(errors).toContain("does not compile");
    expect(code).toBe(2);
  });
});

describe("parity --old-stash", () => {
  const annotation = "example.com/conversion-data";
  const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: jobs.example.com }
spec:
  group: example.com
  names: { kind: Job, plural: jobs, singular: job, listKind: JobList }
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer } } } } } }
  - name: v2
    served: true
    storage: false
    schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { size: { type: integer }, note: { type: string } } } } } }
`;
  /** A webhook that keeps the whole object of v2 while it is at v1, as Cluster API's conversions do. */
  const hub = `import { kindFromFiles } from ${JSON.stringify(pathToFileURL("lib/cli/kinds/kinds.ts").href)};
const files = kindFromFiles(new URL("../files", import.meta.url).pathname);
const name = "${annotation}";
const up = ({ body, annotations: { [name]: data, ...annotations } }) => {
  const held = data === undefined ? {} : JSON.parse(data);
  const note = held.spec?.note;
  const spec = body.spec === undefined || note === undefined ? body.spec : { ...body.spec, note };
  return { ok: true, value: { body: spec === undefined ? body : { ...body, spec }, annotations } };
};
const down = ({ body, annotations }) => {
  const { note, ...spec } = body.spec ?? {};
  const data = JSON.stringify({ apiVersion: "example.com/v2", kind: "Job", ...body });
  const value = { ...body, ...(body.spec !== undefined && { spec }) };
  return { ok: true, value: { body: value, annotations: { ...annotations, [name]: data } } };
};
export const kind = { ...files, edges: [{ from: "v1", to: "v2", forward: up, backward: down }] };
`;
  const conversion = "from: v1\nto: v2\nrules:\n- { keep: spec.note, in: v2 }\n";
  const [old, now] = ["old-stash", "new-stash"].map((name) => join(folder, name));

  async function write(into = "", files: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(into, { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(join(into, name), text);
  }

  const words = ["--old", join(old ?? "", "job"), "--new", now ?? "", "--allow-code", ...few];

  test("lets kinds read the values that the old webhook preserved", async () => {
    await write(join(old ?? "", "files"), { "crd.yaml": crd, "conversion.yaml": conversion });
    await write(join(old ?? "", "job"), { "kind.js": hub });
    await write(join(now ?? "", "job"), { "crd.yaml": crd, "conversion.yaml": conversion });
    const without = await run(...words);
    expect(without.out).toContain(
      `the old webhook added the annotations ${annotation}: if one holds the whole object, --old-stash NAME`,
    );
    expect(without.code).toBe(1);
    const reading = await run(...words, "--old-stash", annotation);
    expect(reading.out).toContain("both webhooks do the same");
    expect(reading.code).toBe(0);
  });

  test.each([
    {
      name: "a text that is not the key of an annotation",
      words: [...words, "--old-stash", "a b"],
      says: "--old-stash: a b is not a valid annotation key: write one such as example.com/conversion-data",
    },
    {
      name: "a url as the new webhook",
      words: [...right, "--new", urlOf("/convert"), ...trusted, "--old-stash", annotation],
      says: "--old-stash needs kinds: give --new a folder of kinds, not a url",
    },
  ])("is refused for $name", async (row) => {
    const { code, errors } = await run(...row.words);
    expect(errors).toContain(row.says);
    expect(code).toBe(2);
  });
});
