import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOf } from "../../../infra/build/root.ts";

const refused = [
  'export const a = JSON.parse("1");',
  'export const a = ["1"].map(JSON.parse);',
  'export const a = JSON["parse"]("1");',
  'const { parse } = JSON;\nexport const a = parse("1");',
  'const json = JSON;\nexport const a = json.parse("1");',
  'export const a = globalThis.JSON.parse("1");',
  'export const a = await (await fetch("x")).json();',
].map((code, at) => ({ file: `lib/hosts/refused-${at}.ts`, code }));

const taken = [
  { file: "lib/hosts/taken.ts", code: "export const a = JSON.stringify(1);" },
  { file: "lib/json/native-parser.ts", code: 'export const a = JSON.parse("1");' },
  { file: "test/unit/some.test.ts", code: 'export const a = JSON.parse("1");' },
];

/** A project with the same rules. */
const folder = mkdtempSync(join(tmpdir(), "customhouse-lint-"));
let said = "";

beforeAll(() => {
  const rules: Record<string, unknown> = JSON.parse(readFileSync(pathOf("biome.json"), "utf8"));
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ ...rules, vcs: { enabled: false } }));
  cpSync(pathOf("infra/lint"), join(folder, "infra/lint"), { recursive: true });
  for (const { file, code } of [...refused, ...taken]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${code}\n`);
  }
  const biome = pathOf("node_modules/.bin/biome");
  const { stdout, stderr } = spawnSync(biome, ["lint", "lib", "test"], {
    cwd: folder,
    encoding: "utf8",
  });
  said = stdout + stderr;
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("lint", () => {
  test.each(refused)("refuses $code", ({ file }) => {
    expect(said).toContain(`${file}:`);
    expect(said).toContain("by lib/json/parse.ts");
  });

  test.each(taken)("lets $code stand in $file", ({ file }) => {
    expect(said).not.toContain(`${file}:`);
    expect(said).toContain("Checked 10 files");
  });
});
