import { renameSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { equal } from "../../json/equal.ts";
import { parseManifestYaml, parseNamedYaml } from "../files/manifest-yaml.ts";
import { readText } from "../files/read-file.ts";
import { coloursFor } from "../terminal/colours.ts";
import { lineDiff } from "../terminal/line-diff.ts";
import type { TestCase } from "./case-files.ts";
import type { CaseFault, CaseResult, GoldenFiles } from "./case-result.ts";

/** The parts of a case that are input, not goldens (files of expected results). */
const given: ReadonlySet<string> = new Set(["old", "request"]);

const remedy = "run customhouse test --update, and check the files that it writes";

/**
 * Compares the goldens of a case (its files of expected results) with the actual results, and lists the differences. Throws
 * UsageError with file and line for a golden that can't be parsed.
 */
export function goldenFaults(test: TestCase, goldens: GoldenFiles): readonly CaseFault[] {
  const expected = expectedFiles(test);
  const missing = [...goldens.keys()].filter((name) => !expected.has(name));
  return [
    ...missing.map((name) => ({ file: test.file, line: 1, message: missingText(test, name) })),
    ...[...expected].flatMap(([name, file]) => comparedWith(file, goldens.get(name))),
  ];
}

function expectedFiles({ parts }: TestCase): ReadonlyMap<string, string> {
  const files = [...parts].filter(([part]) => !given.has(part));
  return new Map(
    files.map(([part, file]) => [file.endsWith(".txt") ? `${part}.txt` : `${part}.yaml`, file]),
  );
}

function missingText(test: TestCase, name: string): string {
  const file = goldenFile(test, name);
  const what = {
    "allowed.yaml": "the request is allowed",
    "denied.txt": "the request is denied",
    "deleted.txt": "the object is deleted",
    "warned.txt": "there are warnings",
  };
  const happened =
    Object.entries(what).find(([each]) => each === name)?.[1] ?? "the object is converted";
  return `${happened}, but ${basename(file)} does not exist: ${remedy}`;
}

function comparedWith(file: string, actual: string | undefined): readonly CaseFault[] {
  const text = readText(file).replaceAll("\r\n", "\n");
  if (actual === undefined) {
    const message = `${basename(file)} exists, but the case has another outcome: if the new outcome is right, ${remedy}`;
    return [{ file, line: 1, message }];
  }
  if (text.trimEnd() === actual.trimEnd() || isSameYaml(file, text, actual)) return [];
  const lines = actual.split("\n");
  const line = text.split("\n").findIndex((each, index) => each !== lines[index]) + 1;
  const message = `${basename(file)} differs from the actual result (- expected, + actual): if the actual result is right, ${remedy}`;
  return [{ file, line: Math.max(1, line), message, diff: lineDiff(text, actual, coloursFor({})) }];
}

/** True if both texts are YAML with the same objects. Throws UsageError with file and line if the golden is not YAML. */
function isSameYaml(file: string, text: string, actual: string): boolean {
  if (!file.endsWith(".yaml")) return false;
  return equal([...parseNamedYaml(text, file)], [...parseManifestYaml(actual)]);
}

/**
 * Writes the actual results as goldens of their cases, and deletes goldens that no longer apply. Returns the paths of all files
 * that were written or deleted.
 */
export function updateGoldens(results: readonly CaseResult[]): readonly string[] {
  return results.flatMap(({ test, goldens }) => {
    const expected = expectedFiles(test);
    const gone = [...expected].filter(([name]) => !goldens.has(name)).map(([, file]) => file);
    const changed = [...goldens]
      .filter(([name, text]) => {
        const file = expected.get(name);
        return file === undefined || comparedWith(file, text).length > 0;
      })
      .map(([name, text]) => writeWhole(goldenFile(test, name), text));
    for (const file of gone) rmSync(file);
    return [...changed, ...gone];
  });
}

function goldenFile({ file }: TestCase, name: string): string {
  return file.replace(/yaml$/, name);
}

/** Writes a file atomically, so that no reader sees a part of it. */
function writeWhole(file: string, text: string): string {
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  return file;
}
