// `customhouse/test`: runs a kind's test cases with vitest, which the project has to install.
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findCases } from "./cli/cases/case-files.ts";
import { runOwnCase } from "./cli/cases/run-cases.ts";
import { loadKindsInFolders } from "./cli/kinds/kinds.ts";

/**
 * Runs the test cases of a kind with vitest: one test for each case that `customhouse test` finds in the folder.
 * `customhouse test --update` writes the expected results.
 */
export function testKind(folder: string | URL): void {
  const path = resolve(folder instanceof URL ? fileURLToPath(folder) : folder);
  const { cases, faults } = findCases(path);
  describe(basename(path), () => {
    test("all test files belong to test cases, and there is at least one test case", () => {
      const texts = faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
      expect(texts).toEqual([]);
      expect(cases.map(({ name }) => name)).not.toEqual([]);
    });
    test.each(cases.map((each) => [each.name, each] as const))("%s", async (_, testCase) => {
      const kinds = await loadKindsInFolders([path]);
      const { faults: found } = await runOwnCase(testCase, kinds);
      const texts = found.map(({ file, line, message, diff = [] }) =>
        [`${file}:${line}: ${message}`, ...diff].join("\n"),
      );
      expect(texts.join("\n")).toBe("");
    });
  });
}
