import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleBundling } from "../../../infra/build/example-bundling.ts";
import { pathOf } from "../../../infra/build/root.ts";
import {
  bundleOptions,
  type FunctionName,
  functionNames,
  partNamesOf,
  partOptions,
} from "../../../lib/cli/bundle/bundles.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import { admissionReview } from "../../bench/peers/admission-reviews.ts";
import { group, preservedSpec } from "../../support/bundle/judged-kinds.ts";

const bundling = await exampleBundling();

const secretsFile = pathOf("test/payloads/secrets.json");
const [key] = JSON.parse(readFileSync(secretsFile, "utf8")).clusters.rehearsal.keys;

const folder = await mkdtemp(join(tmpdir(), "customhouse-parts-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Serves the kinds of test/support/bundle in place of the deployment's own. */
const judgedKinds: Plugin = {
  name: "judged-kinds",
  setup: ({ onResolve }) => {
    const path = fileURLToPath(new URL("../../support/bundle/judged-kinds.ts", import.meta.url));
    onResolve({ filter: /^customhouse:kinds$/ }, () => ({ path }));
  },
};

/** A source that a file of a function's zip carries. */
interface Carried {
  readonly file: string;
  readonly source: string;
}

/** Builds a function and its parts. */
async function built(name: FunctionName): Promise<readonly Carried[]> {
  const main = bundleOptions(name, bundling);
  const files = [
    { ...main, plugins: [judgedKinds, ...(main.plugins ?? [])] },
    ...partNamesOf(name).map((part) => partOptions(name, part, bundling.folder)),
  ];
  return (await Promise.all(files.map((options) => sourcesIn(name, options)))).flat();
}

async function sourcesIn(name: FunctionName, options: BuildOptions): Promise<readonly Carried[]> {
  const file = basename(options.outfile ?? "");
  const { metafile } = await build({
    ...options,
    outfile: join(folder, name, file),
    metafile: true,
  });
  return Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.keys(inputs)
      .filter((source) => (inputs[source]?.bytesInOutput ?? 0) > 0)
      .map((source) => ({ file, source })),
  );
}

/** Handles one event in a process that has loaded nothing else, and says which files of the zip that loaded. */
const handleOnce = `
const { handler } = require(process.argv[1]);
handler(JSON.parse(process.argv[2]), {}).then((answer) => {
  const files = Object.keys(require.cache).map((file) => require("node:path").basename(file));
  process.stderr.write(JSON.stringify({ answer, files: files.sort() }));
});`;

function handled(name: FunctionName, review: unknown) {
  const event = {
    version: "2.0",
    rawPath: `/rehearsal/${key}/${name}`,
    headers: {},
    requestContext: { http: { method: "POST", sourceIp: "192.0.2.1" }, requestId: "r" },
    body: typeof review === "string" ? review : JSON.stringify(review),
    isBase64Encoded: false,
  };
  const words = ["-e", handleOnce, join(folder, name, "index.cjs"), JSON.stringify(event)];
  const env = { CUSTOMHOUSE_SECRETS_FILE: secretsFile };
  const { stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  const { answer, files } = JSON.parse(stderr);
  return { files, response: JSON.parse(answer.body).response };
}

const texts = new Map(
  globSync("lib/**/*.ts", { cwd: pathOf("."), exclude: ["**/*.generated.ts"] }).map((file) => [
    file,
    readFileSync(pathOf(file), "utf8"),
  ]),
);

/** The classes that some module distinguishes. */
const toldApart = new Set(
  [...texts.values()].flatMap((text) =>
    [...text.matchAll(/\binstanceof (\w+)/g)].map(([, it]) => it),
  ),
);

/** A variable of a module, a collection that begins empty, or a symbol of its own. */
const variable =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? =\s+(?:new (?:Weak)?(?:Map|Set)(?:<[^(]*>)?\(\)|Symbol\())/m;

/** True for a module that a function may not have twice: it has state, or a class that some module distinguishes. */
function hasState(source: string): boolean {
  const text = texts.get(source) ?? "";
  const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)];
  return variable.test(text) || classes.some(([, name]) => toldApart.has(name));
}

/** Copies that do no harm, and why. */
const harmless: Readonly<Record<string, string>> = {
  "validator.cjs lib/schema/structural/form.ts":
    "its map is filled as the module loads and stays so",
  "recorder.cjs lib/schema/structural/form.ts":
    "its map is filled as the module loads and stays so",
  "declared-admission.cjs lib/schema/structural/form.ts":
    "its map is filled as the module loads and stays so",
  "recorder.cjs lib/callers/secret/document.ts": "the recorder reads no secret",
};

/** An object of v2, whose spec of v1 is preserved where it has one. */
function objectOf(kind: string, preserved?: string) {
  const annotations = preserved === undefined ? {} : { [preservedSpec]: preserved };
  return v2Object(kind, { annotations, spec: { code: "none" } });
}

function v2Object(
  kind: string,
  { annotations, spec }: { annotations: JsonObject; spec: JsonObject },
) {
  return {
    apiVersion: `${group}/v2`,
    kind,
    metadata: { name: "a", namespace: "b", uid: "5c1e", annotations },
    spec,
  };
}

function conversionOf(object: unknown, desired = "v1") {
  return {
    kind: "ConversionReview",
    apiVersion: "apiextensions.k8s.io/v1",
    request: { uid: "4f0f7d0c", desiredAPIVersion: `${group}/${desired}`, objects: [object] },
  };
}

/** An object of the kind `Lens` at v2, with the share that its conversion from v1 preserved. */
function preservedShare(share: number) {
  const object = { ...objectOf("Lens"), apiVersion: `${group}/v1`, spec: { code: "a", share } };
  const { files, response } = handled("convert", conversionOf(object, "v2"));
  const [{ metadata, spec }] = response.convertedObjects;
  return { files, spec, object: v2Object("Lens", { annotations: metadata.annotations, spec }) };
}

function admissionOf(object: ReturnType<typeof objectOf>) {
  const review = JSON.parse(admissionReview("", { object }).body.toString());
  const resource = `${object.kind.toLowerCase()}s`;
  const types = { kind: { group, version: "v2", kind: object.kind } };
  Object.assign(review.request, types, { resource: { group, version: "v2", resource } });
  return review;
}

describe("a function with parts that it loads on demand", () => {
  const functions = new Map<FunctionName, readonly Carried[]>();
  beforeAll(async () => {
    for (const name of functionNames) functions.set(name, await built(name));
  });

  test("loads no part for an object without preserved values", () => {
    const { files, response } = handled("convert", conversionOf(objectOf("RuleWithPattern")));
    expect(response.result.status).toBe("Success");
    expect(files).toEqual(["index.cjs"]);
  });

  const honest = '{"code": "a", "share": 0.50}';
  test.each([
    { kind: "Everyday", files: ["index.cjs", "validator.cjs"] },
    { kind: "Pattern", files: ["index.cjs", "re2.cjs", "validator.cjs"] },
    { kind: "Rule", files: ["cel.cjs", "index.cjs", "validator.cjs"] },
    { kind: "RuleWithPattern", files: ["cel.cjs", "index.cjs", "re2.cjs", "validator.cjs"] },
  ])("loads $files for a preserved value of the kind $kind, and applies it", (row) => {
    const { files, response } = handled("convert", conversionOf(objectOf(row.kind, honest)));
    expect(response.convertedObjects).toMatchObject([{ spec: { code: "a", share: 0.5 } }]);
    expect(files).toEqual(row.files);
  });

  test.each([
    { kind: "Everyday", forged: '{"code": "a", "share": 2.0}', refused: ["spec.share"] },
    { kind: "Everyday", forged: '{"code": "A", "share": 0}', refused: ["spec.code"] },
    { kind: "Pattern", forged: '{"code": "ab"}', refused: ["spec.code"] },
    { kind: "Rule", forged: '{"code": "a", "share": 0.75}', refused: ["spec"] },
    { kind: "RuleWithPattern", forged: '{"code": "b"}', refused: ["spec"] },
  ])("refuses $forged for the kind $kind at $refused", ({ kind, forged, refused }) => {
    const { response } = handled("convert", conversionOf(objectOf(kind, forged)));
    expect(response.convertedObjects).toMatchObject([{ spec: { code: "none" } }]);
    expect(response.convertedObjects[0].status).toEqual({ refused });
  });

  test.each(["mutate", "validate"] as const)(
    "of %s, loads the parts when they are needed",
    (name) => {
      const without = handled(name, admissionOf(objectOf("RuleWithPattern")));
      const held = handled(name, admissionOf(objectOf("RuleWithPattern", honest)));
      expect([without.response.allowed, held.response.allowed]).toEqual([true, true]);
      expect(without.files).toEqual(["index.cjs"]);
      expect(held.files).toEqual(["cel.cjs", "index.cjs", "re2.cjs", "validator.cjs"]);
    },
  );

  test("loads the part that preserves values for a lens's conversion that needs it", () => {
    const { files, response } = handled("convert", conversionOf(objectOf("Lens")));
    expect(response.convertedObjects).toMatchObject([{ spec: { code: "none" } }]);
    expect(files).toEqual(["index.cjs"]);
    const preserved = preservedShare(0.5);
    expect(preserved.spec).toEqual({ code: "a" });
    expect(preserved.files).toEqual(["index.cjs", "preservation.cjs"]);
  });

  test.each([
    { share: 0.5, restored: { code: "a", share: 0.5 } },
    { share: 2, restored: { code: "a" } },
  ])("converts a preserved share of $share to $restored", ({ share, restored }) => {
    const { files, response } = handled("convert", conversionOf(preservedShare(share).object));
    const [{ metadata, spec }] = response.convertedObjects;
    expect(spec).toEqual(restored);
    expect(Object.keys(metadata.annotations ?? {})).toHaveLength("share" in restored ? 0 : 1);
    expect(files).toEqual(["index.cjs", "preservation.cjs", "validator.cjs"]);
  });

  test.each(["mutate", "validate"] as const)(
    "of %s, loads the part that restores values",
    (name) => {
      const { files, response } = handled(name, admissionOf(preservedShare(0.5).object));
      expect(response.allowed).toBe(true);
      expect(files).toEqual(["index.cjs", "preservation.cjs", "validator.cjs"]);
    },
  );

  test.each(functionNames)("of %s, has no module with state twice", (name) => {
    const all = functions.get(name) ?? [];
    const counted = all.filter(({ file, source }) => !(`${file} ${source}` in harmless));
    const sources = counted.map(({ source }) => source);
    const twice = sources.filter((source, index) => sources.indexOf(source) < index);
    expect(twice).toContain("lib/json/result.ts");
    expect(sources.filter(hasState)).toContain("lib/json/value.ts");
    expect(twice.filter(hasState)).toEqual([]);
  });
});
