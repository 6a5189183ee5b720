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

/** Code that no pure layer may have, and what lint says of it. */
const impure = [
  { code: "export const a = Date.now();", says: "a pure layer has no clock" },
  { code: "export const a = new Date();", says: "a pure layer has no clock" },
  { code: "export const a = Math.random();", says: "a pure layer draws no random values" },
  { code: "export const a = performance.now();", says: "global variable performance" },
  { code: 'export const a = process.env["A"];', says: "global variable process" },
  { code: 'console.log("a");', says: "global variable console" },
].map((row, at) => ({ ...row, file: `lib/lens/run/impure-${at}.ts` }));

const taken = [
  { file: "lib/lens/run/taken.ts", code: "export const a = new Date(0);" },
  { file: "lib/hosts/clock.ts", code: "export const a = Date.now();" },
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
  for (const { file, code } of [...refused, ...impure, ...taken]) {
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

  test.each(impure)("refuses $code in a pure layer", ({ file, says }) => {
    const from = said.indexOf(`${file}:`);
    expect(from).toBeGreaterThanOrEqual(0);
    expect(said.slice(from, from + 400)).toContain(says);
  });

  test.each(taken)("allows $code in $file", ({ file }) => {
    expect(said).not.toContain(`${file}:`);
    expect(said).toContain(`Checked ${refused.length + impure.length + taken.length} files`);
  });
});
