// `customhouse/test`: a kind's test cases in vitest, which the project has to install.
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findCases } from "./cli/cases/case-files.ts";
import { runOwnCase } from "./cli/cases/run-cases.ts";
import { loadKindsInFolders } from "./cli/kinds/kinds.ts";

/**
 * Runs the test cases of a kind as tests of vitest: a test for each case that `customhouse test` finds in its folder. Goldens
 * are written by `customhouse test --update`.
 */
export function testKind(folder: string | URL): void {
  const path = resolve(folder instanceof URL ? fileURLToPath(folder) : folder);
  const { cases, faults } = findCases(path);
  describe(basename(path), () => {
    test("its test files belong to cases, and there is one", () => {
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
