// node infra/lint/layers.ts [LIB] (npm run lint): checks the direction of imports in lib, the folder LIB (default: that of this
// repository). Exit code 1, with a line for each import of a layer that is not lower, of an entry point or of a file outside lib, for
// each folder or entry point that is in no layer, for folders that import one another, and for each import that a pure layer may
// not have.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { assertDefined } from "../../lib/json/invariant.ts";
import { pathOf } from "../build/root.ts";

/** The layers of lib, the lowest first: a layer imports itself and lower ones. Layers of one line do not import one another. */
const layers: readonly (readonly string[])[] = [
  ["json"],
  ["go", "protocol"],
  ["cluster"],
  ["schema"],
  ["cel"],
  ["crd"],
  ["publish", "converter"],
  ["lens", "conversion"],
  ["admission"],
  ["kind"],
  ["request", "verify"],
  ["api-server", "callers"],
  ["service", "evolve"],
  ["hosts"],
  ["cli"],
];

/**
 * The entry points of the npm package, which are the files directly in lib, each with its layer: it exports of that layer and of
 * lower ones, and is pure if that layer is. No module imports an entry point.
 */
const entryPoints: Readonly<Record<string, string>> = {
  "cel.ts": "cel",
  "schema.ts": "publish",
  "lens.ts": "lens",
  "yaml.ts": "lens",
  "index.ts": "service",
  "container.ts": "hosts",
  "lambda.ts": "hosts",
  "node.ts": "hosts",
  "test.ts": "cli",
};

/** The folders of lib/lens in the same form as {@link layers}: the lowest first. */
const stages: readonly (readonly string[])[] = [
  ["language"],
  ["ops"],
  ["place"],
  ["run"],
  ["stash"],
  ["edge"],
  ["build", "explain", "check"],
  ["suggest"],
];

/** Layers whose results depend on their arguments alone. */
const pure = [
  "json",
  "go",
  "protocol",
  "schema",
  "cel",
  "crd",
  "publish",
  "converter",
  "lens",
  "conversion",
  "admission",
  "kind",
  "api-server",
];

/** Modules from outside lib that pure layers may use: the engines for patterns and YAML, and V8's ways with strings and keys. */
const allowed = ["node:v8", "node:vm", "re2js", "yaml"];

/** Matches `import … from "x"`, `export … from "x"` and `import("x")`. */
const statement = /^(?:import|export)\b(?:[^"'`;=]*?\bfrom)?\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

interface Import {
  readonly file: string;
  readonly line: number;
  readonly target: string;
}

const [, , lib = pathOf("lib")] = process.argv;
const modules = readdirSync(lib, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.startsWith("json/scan/assembly/"),
);
const imports = modules.flatMap(importsOf);
const inside = imports.filter(({ target }) => target.endsWith(".ts"));
const faults = [
  ...modules
    .filter((file) => isEntryPoint(file) && entryPoints[file] === undefined)
    .map((file) => unlisted(file, "entryPoints")),
  ...foldersMissingIn(layers, "").map((folder) => unlisted(folder, "layers")),
  ...foldersMissingIn(stages, "lens/").map((folder) => unlisted(folder, "stages")),
  ...inside.filter(isUpwards(layers, 0)).map(upwards),
  ...inside.filter(isUpwards(stages, 1)).map(upwards),
  ...inside
    .filter(({ target }) => isEntryPoint(target))
    .map(
      ({ target, ...at }) =>
        `${positionText(at)} imports ${target}, which is an entry point of the package`,
    ),
  ...inside
    .filter(({ target }) => target.startsWith(".."))
    .map(({ target, ...at }) => `${positionText(at)} imports ${target}, which is outside lib`),
  ...imports
    .filter(({ file, target }) => isPure(file) && isForbidden(target))
    .map(({ target, ...at }) => `${positionText(at)} imports ${target} in a pure layer`),
  ...inside
    .filter(({ file, target }) => isPure(file) && !isPure(target))
    .flatMap(({ target, ...at }) =>
      forbiddenBelow(target).map(
        ({ target: module, ...inner }) =>
          `${positionText(at)} imports ${target} in a pure layer, which reaches ${module} in ${positionText(inner)}`,
      ),
    ),
  ...ringsOf(inside).map((ring) => `these folders import one another: ${ring.join(", ")}`),
];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

/** Imports and exports of a module of lib: relative ones as paths below lib, others unchanged. */
function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(lib, file), "utf8");
  return [...text.matchAll(statement)].map(({ 1: fixed, 2: name = fixed ?? "", index }) => ({
    file,
    line: text.slice(0, index).split("\n").length,
    target: name.startsWith(".") ? relative(lib, join(lib, dirname(file), name)) : name,
  }));
}

/** The folders directly below a folder of lib (`lens/`; empty for lib) that have modules and that no layer names. */
function foldersMissingIn(order: readonly (readonly string[])[], above: string): readonly string[] {
  const listed = new Set(order.flat().map((name) => `${above}${name}`));
  const folders = modules.flatMap((file) => {
    const [name, ...below] = file.slice(above.length).split("/");
    return file.startsWith(above) && below.length > 0 ? [`${above}${name}`] : [];
  });
  return [...new Set(folders)].filter((folder) => !listed.has(folder)).sort();
}

function unlisted(module: string, list: "layers" | "stages" | "entryPoints"): string {
  return `lib/${module} is in no layer: add it to ${list} in infra/lint/layers.ts`;
}

/** True for a file directly in lib. */
function isEntryPoint(file: string): boolean {
  return !file.includes("/");
}

/** The folders of a module's path below lib; for an entry point its layer. */
function foldersOf(file: string): readonly string[] {
  const layer = entryPoints[file];
  return layer === undefined ? file.split("/") : [layer];
}

/** Returns a test: true for an import from another layer that is not lower. `depth`: which folder in a path names the layer. */
function isUpwards(order: readonly (readonly string[])[], depth: number) {
  const levels = new Map(order.flatMap((names, level) => names.map((name) => [name, level])));
  const levelAt = (path: readonly string[]): number | undefined =>
    levels.get(assertDefined(path[depth], "a module of lens is in a folder of its own"));
  return ({ file, target }: Import): boolean => {
    const [from, to] = [foldersOf(file), foldersOf(target)];
    if (depth > 0 && !(file.startsWith("lens/") && target.startsWith("lens/"))) return false;
    const own = levelAt(from);
    const other = levelAt(to);
    return own !== undefined && other !== undefined && from[depth] !== to[depth] && other >= own;
  };
}

function upwards({ target, ...at }: Import): string {
  return `${positionText(at)} imports ${target}, which is not in a lower layer`;
}

function positionText({ file, line }: Pick<Import, "file" | "line">): string {
  return `lib/${file}:${line}`;
}

function isPure(file: string): boolean {
  return pure.includes(foldersOf(file)[0] ?? "");
}

/** True for a module from outside lib that no pure layer may use. */
function isForbidden(target: string): boolean {
  return !target.endsWith(".ts") && !allowed.includes(target);
}

/** The imports in a module, and in all modules that it reaches, that a pure layer may not have. */
function forbiddenBelow(module: string): readonly Import[] {
  const reached = new Set([module]);
  for (const file of reached) {
    for (const { target } of imports.filter((own) => own.file === file)) reached.add(target);
  }
  return imports.filter(({ file, target }) => reached.has(file) && isForbidden(target));
}

/** True if `folder` is `above` or below it. */
function isBelow(folder: string, above: string): boolean {
  return folder === above || folder.startsWith(`${above}/`);
}

/** The sets of folders that import one another, directly or through others. A folder and a folder inside it may do so. */
function ringsOf(edges: readonly Import[]): readonly (readonly string[])[] {
  const targets = new Map<string, Set<string>>();
  for (const { file, target } of edges) {
    const [from, to] = [dirname(file), dirname(target)];
    if (!isBelow(from, to) && !isBelow(to, from))
      targets.set(from, (targets.get(from) ?? new Set()).add(to));
  }
  const reachable = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const open = [start];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      for (const next of targets.get(folder) ?? []) {
        if (!found.has(next)) open.push(next);
        found.add(next);
      }
    }
    return found;
  };
  const reached = new Map([...targets.keys()].map((folder) => [folder, reachable(folder)]));
  return [...reached].flatMap(([folder, found]) => {
    const ring = [...found].filter((other) => reached.get(other)?.has(folder)).sort();
    return ring[0] === folder ? [ring] : [];
  });
}
