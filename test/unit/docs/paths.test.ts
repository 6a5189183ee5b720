import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";

const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) =>
  globSync(pattern, { exclude: ["docs/site/**"] }),
);
const sources = globSync(["{examples,functions,infra,lib,test}/**/*.{ts,cjs,yml,jsonl}", "*.yml"]);
const names = new Set(sources.map((file) => basename(file)));

/** Files of which the documentation speaks though this repository does not hold them. */
const ofReaders = ["conversion.ts", "admission.test.ts", "conversion.yaml"];

/** The paths of this repository's files and folders that a page sets as code. */
function pathsIn(page: string): readonly string[] {
  const spans = [...readFileSync(page, "utf8").matchAll(/`([\w./-]+)`/g)];
  const texts = spans.map(([, text = ""]) => text);
  return texts.filter(
    (text) =>
      /^(lib|test|infra|docs|examples|functions|unit|property|cluster)\/./.test(text) ||
      /^[\w-]+(\.test)?\.ts$/.test(text),
  );
}

function isThere(path: string): boolean {
  if (/^(unit|property|cluster)\//.test(path)) return existsSync(`test/${path}`);
  return path.includes("/") ? existsSync(path) : names.has(path) || ofReaders.includes(path);
}

describe("files that the documentation names", () => {
  test.each(pages)("%s", (page) => {
    expect(pathsIn(page).filter((path) => !isThere(path))).toEqual([]);
  });
});
