import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parseConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import { opSchemas } from "../../../lib/cli/conversion-yaml/schema.ts";
import { patternOf, printed, type ShownCommand, stepsOf } from "../../support/docs/console.ts";
import { codesIn, type Part, partsOf } from "../../support/docs/markdown.ts";

const readme = await readFile(new URL("../../../README.md", import.meta.url), "utf8");
const reference = await readFile(new URL("../../../docs/reference.md", import.meta.url), "utf8");
const kinds = await readFile(new URL("../../../docs/kinds.md", import.meta.url), "utf8");
// The second page goes on with the project of the first.
const section = readme.slice(readme.indexOf("## Getting started"), readme.indexOf("## Run it"));
const parts = [...partsOf(section), ...partsOf(kinds)];
const folder = await mkdtemp(join(tmpdir(), "customhouse-readme-"));
await writeFile(join(folder, "hooks.ts"), "export const size = { forward: () => [] };");

afterAll(() => rm(folder, { recursive: true }));

const steps = stepsOf(parts).map((step) =>
  "path" in step
    ? { name: step.path, run: () => write(step.path, step.text) }
    : { name: step.words.join(" "), run: () => check(step) },
);

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function check(command: ShownCommand): Promise<void> {
  expect(await printed(command, folder)).toMatch(patternOf(command.shown));
}

describe("README, Getting started, and docs/kinds.md, from an empty folder", () => {
  test.each(steps)("$name", ({ run }) => run());

  test.each(rulesIn(parts))("%s is a rule", (rule) => {
    expect(parsed(rule)).toMatchObject({ faults: [] });
  });
});

describe("docs/reference.md, Ops", () => {
  const rules = rulesIn(partsOf(reference.slice(0, reference.indexOf("## Compiler errors"))));

  test.each(rules)("%s is a rule", (rule) => {
    expect(parsed(rule)).toMatchObject({ faults: [] });
  });

  test("has a rule for every op of conversion.yaml", () => {
    const ops = Object.keys(opSchemas);
    const isShown = (op: string) => rules.some((rule) => new RegExp(`\\b${op}: `).test(rule));
    expect(ops.filter((op) => !isShown(op))).toEqual([]);
  });
});

/** The rules in the second column of tables. */
function rulesIn(shown: readonly Part[]): readonly string[] {
  const rows = shown.flatMap((part) => (part.type === "table" ? part.rows.slice(2) : []));
  const rules = rows.flatMap(([, rule = ""]) => codesIn(rule).slice(0, 1));
  return rules.filter((rule) => rule.startsWith("{"));
}

function parsed(rule: string) {
  const text = `from: v1\nto: v2\nlenses: { route: [] }\nrules:\n- ${rule}\n`;
  return parseConversion(text, { file: "conversion.yaml", kindVersions: ["v1", "v2"], folder });
}
