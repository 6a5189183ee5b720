import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { exampleBundling } from "../../infra/build/example-bundling.ts";
import { bundleOptions, partNamesOf, partOptions } from "../../lib/cli/bundle/bundles.ts";
import type { JsonObject } from "../../lib/json/value.ts";
import { type Group, median, type Row, row } from "./row.ts";

const bundling = await exampleBundling();

const rounds = 31;

const child = fileURLToPath(new URL("first-use-child.cjs", import.meta.url));
const secretsFile = fileURLToPath(new URL("../payloads/secrets.json", import.meta.url));

const everyday: JsonObject = { type: "string", pattern: "^[a-z]+$" };

/** Schemas of a field, by what they load, and what that may cost. */
const cases = [
  { loads: "validator", schema: everyday, target: 0.75 },
  {
    loads: "validator and RE2",
    schema: { type: "string", pattern: "^(?i)a\\b" },
    target: 1.25,
  },
  {
    loads: "validator and CEL",
    schema: { ...everyday, "x-kubernetes-validations": [{ rule: "size(self) < 5" }] },
    target: 1.75,
  },
];

/** Says what Node took to start. */
const doNothing =
  "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000)";

/**
 * What the first preserved value costs a process that serves reviews: the CPU of loading what judges it, and of judging it,
 * against a process of Node that does nothing.
 */
export const firstUse: Group = {
  name: "first-use",
  measure: async () => {
    const folder = await mkdtemp(join(tmpdir(), "customhouse-bench-"));
    try {
      const files = [
        { ...bundleOptions("convert", bundling), outfile: join(folder, "index.cjs") },
        ...partNamesOf("convert").map((part) => ({
          ...partOptions("convert", part, bundling.folder),
          outfile: join(folder, `${part}.cjs`),
        })),
      ];
      await Promise.all(files.map((options) => build(options)));
      return rowsOf(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function rowsOf(folder: string): readonly Row[] {
  const ratios = cases.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    const floorMs = cpuOf("-e", doNothing);
    for (const [index, { schema: field }] of cases.entries()) {
      const schema = JSON.stringify({ type: "object", properties: { a: field } });
      ratios[index]?.push(cpuOf(child, folder, schema, '{"a":"a"}') / floorMs);
    }
  }
  return cases.map(({ loads, target }, index) =>
    row(`first-use ${loads}`, median(ratios[index] ?? []), "x Node's start", target),
  );
}

/** The milliseconds of CPU that a process says it took. */
function cpuOf(...words: readonly string[]): number {
  const env = { CUSTOMHOUSE_SECRETS_FILE: secretsFile };
  return Number(execFileSync(process.execPath, words, { env, encoding: "utf8" }));
}
