import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const documented = `/** Bytes that one review may have. */
export const limit = 1;

/** Of overloads, one comment is enough. */
export function size(value: string): number;
export function size(value: number): number;
export function size(value: unknown): number {
  return String(value).length;
}

const local = 2;

export { limit as maxBytes } from "./documented.ts";
`;

const undocumented = `export const limit = 1;

/** The size of a map. */
export interface SizeOfMap {}

// Not a doc comment.
export type Text = string;

class Fault {}

export { Fault };
`;

test("npm run lint finds exports without documentation", () => {
  expect(lint({ "a.ts": undocumented, "b/generated.ts": "export const data = 1;\n" })).toEqual({
    code: 1,
    faults: [
      "lib/a.ts:1 limit has no doc comment",
      "lib/a.ts:4 SizeOfMap has a doc comment that only repeats it",
      "lib/a.ts:7 Text has no doc comment",
      "lib/a.ts:9 Fault has no doc comment",
    ],
  });
});

test("npm run lint accepts exports with documentation", () => {
  expect(lint({ "documented.ts": documented })).toEqual({ code: 0, faults: [] });
});

test("npm run lint finds a name that two modules export, or give to a type", () => {
  const fit = "/** What is left of the annotations of an object. */\nexport interface Fit {}\n";
  const scale = "// A module of its own.\n/** How two schemas compare. */\nexport type Fit = 1;\n";
  const local = "interface Fit {}\nconst fit: Fit = {};\nvoid fit;\n";
  expect(lint({ "a.ts": fit, "b/a.ts": scale, "b/c.ts": local })).toEqual({
    code: 1,
    faults: [
      "lib/b/a.ts:3 Fit is declared by lib/a.ts:2 too: rename one of them",
      "lib/b/c.ts:1 Fit is declared by lib/a.ts:2 too: rename one of them",
    ],
  });
});

test("npm run lint accepts a name that two modules export on purpose", () => {
  const builder = "/** A rule for scalars. */\nexport function convert(): void {}\n";
  const verb = "/** Runs on files. */\nexport const convert = 1;\n";
  expect(lint({ "a.ts": builder, "b/a.ts": verb })).toEqual({ code: 0, faults: [] });
});

/** Runs the check on a project with these files in lib. */
function lint(files: Readonly<Record<string, string>>) {
  const project = mkdtempSync(join(tmpdir(), "documented-"));
  try {
    const options = { allowImportingTsExtensions: true, noEmit: true, types: [] };
    const config = { compilerOptions: options, include: ["lib"] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));
    mkdirSync(join(project, "lib/b"), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(project, "lib", file), text);
    }
    const args = ["infra/lint/documented.ts", project];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    return { code: status, faults: stdout.split("\n").filter((line) => line !== "") };
  } finally {
    rmSync(project, { recursive: true });
  }
}
