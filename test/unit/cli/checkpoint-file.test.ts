import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openCheckpoint } from "../../../lib/cli/files/checkpoint-file.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "customhouse-checkpoint-"));
  file = join(folder, "rewrite");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("an added entry is there in the next run, and only the owner can read the file", () => {
  openCheckpoint(file, "crontabs at v1").add("default/a");
  expect(readFileSync(file, "utf8")).toBe("crontabs at v1\ndefault/a\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = openCheckpoint(file, "crontabs at v1");
  expect([again.has("default/a"), again.has("default/b")]).toEqual([true, false]);
});

test("a file with other content is started anew, and its mode is set", () => {
  writeFileSync(file, "crontabs at v2\ndefault/a\n", { mode: 0o644 });
  const checkpoint = openCheckpoint(file, "crontabs at v1");
  expect(checkpoint.has("default/a")).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("crontabs at v1\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a line that was cut off is not a name, and does not become one", () => {
  writeFileSync(file, "crontabs at v1\ndefault/a\ndefault/b1");
  const checkpoint = openCheckpoint(file, "crontabs at v1");
  checkpoint.add("default/c");
  expect(checkpoint.has("default/b1")).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("crontabs at v1\ndefault/a\ndefault/c\n");
});

test("a path that can't be written is refused before the work starts", () => {
  expect(() => openCheckpoint(join(folder, "none", "x"), "s")).toThrow("there is no folder");
});
