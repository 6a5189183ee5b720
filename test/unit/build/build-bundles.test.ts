import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildBundles } from "../../../lib/cli/bundle/build-bundles.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "build-bundles-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a folder with files of somebody else is not replaced by a bundle", async () => {
  const file = join(folder, "validate/rules.ts");
  mkdirSync(join(folder, "validate"));
  writeFileSync(file, "export {};\n");
  await expect(buildBundles({ kinds: [], folder })).rejects.toThrow(
    `${file} was not written by customhouse build, which replaces the folder`,
  );
  expect(readFileSync(file, "utf8")).toBe("export {};\n");
});
