import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { referenceFile, withCommandHelp } from "../../../infra/build/command-reference.ts";

const page = readFileSync(referenceFile, "utf8");

/** What a pattern finds in files, each once, in order. */
function foundIn(patterns: readonly string[], pattern: RegExp): readonly string[] {
  const files = patterns.flatMap((glob) => globSync(glob));
  const found = files.flatMap((file) => readFileSync(file, "utf8").match(pattern) ?? []);
  return [...new Set(found)].toSorted();
}

describe("docs/reference.md", () => {
  test("has the help of every command, as npm run generate writes it", async () => {
    expect(page).toBe(await withCommandHelp(page));
  });

  test("has every code of the compiler, and no other", () => {
    const shown = [...page.matchAll(/<a id="(e\d+)"><\/a>(E\d+) /g)];
    expect(shown.map(([, anchor]) => anchor?.toUpperCase())).toEqual(
      shown.map(([, , code]) => code),
    );
    expect(shown.map(([, , code]) => code)).toEqual(foundIn(["lib/**/*.ts"], /\bE1\d\d\b/g));
  });

  test("has every variable of the environment", () => {
    const known = foundIn(
      ["{functions,lib}/**/*.ts", "infra/*.yml"],
      /\b(?:AWS|CUSTOMHOUSE|XDG)_[A-Z_0-9]*[A-Z0-9]\b|\bNO_COLOR\b/g,
    );
    expect(known.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
