import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { opSchemas } from "../../../../lib/cli/conversion-yaml/schema.ts";

/** A file that must list each op, which the compiler does not check. */
interface OpFile {
  readonly file: string;
  /** How the file names an op. */
  readonly mark: (op: string) => string;
  /** Ops that the file need not list. One is `group`: authors can't write it, only `reference` is replaced by it. */
  readonly without: readonly string[];
}

const files: readonly OpFile[] = [
  { file: "docs/reference.md", mark: (op) => `{ ${op}: `, without: ["group"] },
  { file: "docs/lens-rules.md", mark: (op) => `${op}: `, without: ["group"] },
  {
    file: "test/property/lens-analysis.test.ts",
    mark: (op) => `op("${op}")`,
    without: ["group"],
  },
  {
    file: "test/support/random-kinds.ts",
    mark: (op) => `op: "${op}"`,
    // Random lenses only move fields and change values. These ops do something else, or need another lens or code.
    without: ["drop", "group", "hook", "include", "reference", "variant"],
  },
];

describe("every op is listed in", () => {
  test.each(files)("$file", ({ file, mark, without }) => {
    const text = readFileSync(file, "utf8");
    const missing = Object.keys(opSchemas).filter((op) => !text.includes(mark(op)));
    expect(missing.filter((op) => !without.includes(op))).toEqual([]);
  });
});
