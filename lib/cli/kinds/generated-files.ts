import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../command.ts";
import { readText } from "../files/read-file.ts";
import { type NamedHook, namedHooks } from "./hook-files.ts";
import { crdFile, readKindFiles } from "./kind-files.ts";
import { kindFoldersIn } from "./kinds.ts";
import { versionTypes } from "./version-types.ts";

/** A kind's `generated.ts` and the text that it should have. */
export interface GeneratedFile {
  readonly file: string;
  readonly code: string;
  readonly isStale: boolean;
}

/** The `generated.ts` of every kind with a crd.yaml in a folder. Throws {@link UsageError} if there is none. */
export function generate(kindsFolder: string): readonly GeneratedFile[] {
  const folders = kindFoldersIn(kindsFolder).filter((folder) => crdFile(folder) !== undefined);
  if (folders.length > 0) return folders.map(generateKind);
  throw new UsageError(`${kindsFolder} has no kind: no folder in it has a crd.yaml`);
}

/** Writes the `generated.ts` files that are stale, and returns their paths. */
export function writeGenerated(kindsFolder: string): readonly string[] {
  const stale = generate(kindsFolder).filter(({ isStale }) => isStale);
  for (const { file, code } of stale) writeFileSync(file, code);
  return stale.map(({ file }) => file);
}

function generateKind(folder: string): GeneratedFile {
  const file = join(folder, "generated.ts");
  const code = generatedCode(folder);
  const isStale = !existsSync(file) || readText(file) !== code;
  return { file, code, isStale };
}

/** The text that a kind's `generated.ts` should have: types for its versions, and the facts of its YAML files as data. */
export function generatedCode(folder: string, files = readKindFiles(folder)): string {
  const { crd, samples, lenses, gone, conversionGuard = false, oldStash, admission } = files;
  const hooks = namedHooks(lenses ?? [], folder);
  return [
    "// Made from the kind's YAML files by `customhouse generate`: do not edit.",
    ...hookImports(hooks),
    ...versionTypes(crd),
    `export const crd = ${moduleLiteral(crd)} as const;`,
    `export const samples = ${moduleLiteral(samples)} as const;`,
    ...(lenses === undefined
      ? []
      : [
          `export const lenses = ${moduleLiteral(lenses)} as const;`,
          ...hookExport(hooks),
          ...(Object.keys(gone).length === 0
            ? []
            : [`export const gone = ${moduleLiteral(gone)} as const;`]),
          `export const conversionGuard = ${conversionGuard};`,
          ...(oldStash === undefined
            ? []
            : [`export const oldStash = ${moduleLiteral(oldStash)};`]),
        ]),
    ...(admission === undefined
      ? []
      : [`export const admission = ${moduleLiteral(admission)} as const;`]),
    "",
  ].join("\n\n");
}

/** Import statements for hooks, so that a deployed function loads no module by name. */
function hookImports(hooks: readonly NamedHook[]): readonly string[] {
  const lines = hooks.map(
    ({ exported, file }, index) => `import { ${exported} as hook${index} } from "${file}";`,
  );
  return lines.length === 0 ? [] : [lines.join("\n")];
}

function hookExport(hooks: readonly NamedHook[]): readonly string[] {
  const lines = hooks.map(({ code }, index) => `  ${JSON.stringify(code)}: hook${index},`);
  return lines.length === 0 ? [] : [["export const hooks = {", ...lines, "};"].join("\n")];
}

/** A value as a formatted TypeScript literal. A key `__proto__` is written as a computed one, which does not set the prototype. */
function moduleLiteral(value: unknown): string {
  const text = JSON.stringify(value, bigintMarked, 2);
  return text
    .replaceAll(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
    .replaceAll(/"\\u0000integer (-?\d+)"/g, "$1n")
    .replaceAll(/"at": \{\s+("line": \d+),\s+("column": \d+)\s+\}/g, '"at": { $1, $2 }')
    .replaceAll(/"(line|column)": (?=\d)/g, "$1: ")
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");
}

function bigintMarked(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `\u0000integer ${value}` : value;
}
