import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeBackup } from "../../../lib/cli/files/backup-file.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "customhouse-backup-"));
  file = join(folder, "backup.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a backup is a list that kubectl reads, with exact numbers, and only its owner can read the file", async () => {
  const count = await writeBackup(file, async (write) => {
    await write({ kind: "A", spec: { big: 9223372036854775807n } });
    await write({ kind: "B" });
    return 2;
  });
  expect(count).toBe(2);
  const text = readFileSync(file, "utf8");
  expect(text).toContain('"big":9223372036854775807');
  expect(JSON.parse(text)).toMatchObject({ kind: "List", items: [{ kind: "A" }, { kind: "B" }] });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["backup.json"]);
});

test("a backup without objects is a list too", async () => {
  await writeBackup(file, async () => undefined);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    apiVersion: "v1",
    kind: "List",
    items: [],
  });
});

test("a backup that fails midway leaves no file", async () => {
  const failing = writeBackup(file, async (write) => {
    await write({ kind: "After" });
    throw new Error("403");
  });
  await expect(failing).rejects.toThrow("403");
  expect(readdirSync(folder)).toEqual([]);
});

test("of two runs at the same time, the later one does not replace the backup of the other", async () => {
  const later = writeBackup(file, async () => {
    await writeBackup(file, (write) => write({ kind: "Before" }));
  });
  await expect(later).rejects.toThrow("backup.json exists: another process has written it");
  expect(readFileSync(file, "utf8")).toContain("Before");
  expect(readdirSync(folder)).toEqual(["backup.json"]);
});

test("a draft that a killed run with the same process id left does not prevent a backup", async () => {
  writeFileSync(`${file}.${process.pid}.part`, "half");
  await writeBackup(file, (write) => write({ kind: "A" }));
  expect(readFileSync(file, "utf8")).toContain('"kind":"A"');
});

test("a path that can't be written is refused", async () => {
  await expect(writeBackup(join(folder, "none", "x"), async () => 1)).rejects.toThrow(
    "there is no folder",
  );
});
