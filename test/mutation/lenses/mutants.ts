import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { exactJson } from "../../../lib/cli/files/exact-json.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { Kind } from "../../../lib/kind/kind.ts";
import type { SchemaNode } from "../../../lib/lens/language/schema-node.ts";
import { bodySchema } from "../../../lib/verify/body-schema.ts";
import { subjectOf } from "../../../lib/verify/subject.ts";
import { type Changed, faultyRules, type Scope, withWideAccept } from "./faults.ts";
import { faultyHooks } from "./hook-faults.ts";

/** A kind with one planted fault: a file of it with another text. */
export interface Mutant {
  /** What was changed. The same in each run. */
  readonly name: string;
  /** From the kind's folder. */
  readonly file: string;
  readonly text: string;
}

/** True for a fault in the code of a hook. */
export function isCode({ file }: Mutant): boolean {
  return file.endsWith(".ts");
}

/** Every mutant of a kind, made from the rules in its files and from the code of its hooks. */
export function mutantsOf(folder: string, kind: Kind): readonly Mutant[] {
  const document = readDocument(join(folder, "conversion.yaml"));
  const texts = stringify(document);
  const hooks = new Set([...texts.matchAll(/"(\.\/[^"#]+)#/g)].map(([, file = ""]) => file));
  const includes = new Set(
    [...texts.matchAll(/"(\.\.?\/[^"#]+\.yaml)#/g)].map(([, file = ""]) => file),
  );
  const scopes = new Map<string, Scope>();
  const schemas = schemasOf(kind, document);
  const root: Scope = {
    ...schemas,
    older: String(document["from"]),
    newer: String(document["to"]),
    onInclude: (lens, scope) => {
      if (!scopes.has(lens)) scopes.set(lens, scope);
    },
  };
  const own = mutantsIn("conversion.yaml", document, root, (lens) => scopes.get(lens));
  const included = [...includes].flatMap((file) =>
    mutantsIn(
      file,
      readDocument(join(folder, file)),
      root,
      (lens) => scopes.get(`${file}#${lens}`) ?? scopes.get(lens),
    ),
  );
  const code = [...hooks].flatMap((file) =>
    [...faultyHooks(readFileSync(join(folder, file), "utf8"))].map(({ what, changed }) => ({
      name: `${file} ${what}`,
      file,
      text: changed,
    })),
  );
  return distinct([...own, ...included, ...code]);
}

function mutantsIn(
  file: string,
  document: JsonObject,
  root: Scope,
  scopeOf: (lens: string) => Scope | undefined,
): readonly Mutant[] {
  const changes: Changed<JsonObject>[] = [];
  for (const { what, changed } of faultyRules(document["rules"], root)) {
    changes.push({ what, changed: { ...document, rules: changed } });
  }
  const lenses = isObject(document["lenses"]) ? document["lenses"] : {};
  const open = new Set(Object.keys(lenses));
  // A lens is visited once a visited one includes it, so that its schemas are known.
  while (open.size > 0) {
    const next = [...open].find((lens) => scopeOf(lens) !== undefined) ?? [...open][0] ?? "";
    open.delete(next);
    const free: Scope = { ...root, from: "free", to: "free" };
    const scope = scopeOf(next) ?? free;
    const written = lenses[next];
    const rules = isObject(written) ? written["rules"] : written;
    for (const { what, changed } of faultyRules(rules, scope)) {
      const lens = isObject(written) ? { ...written, rules: changed } : changed;
      const all = { ...lenses, [next]: lens };
      changes.push({ what: `lens ${next}: ${what}`, changed: { ...document, lenses: all } });
    }
  }
  const prefix = file === "conversion.yaml" ? "" : `${file} `;
  return changes.flatMap(({ what, changed }) => {
    const mutant = { name: `${prefix}${what}`, file, text: yamlOf(changed) };
    const isWord = / becomes "| rotated$/.test(what) && document["rules"] !== undefined;
    if (!isWord) return [mutant];
    const wide = yamlOf(withWideAccept(changed));
    return [mutant, { name: `${mutant.name}, accept too wide`, file, text: wide }];
  });
}

/** JSON, in which the words `true` and `false` of tables are not strings, as in the kinds' files. */
function yamlOf(document: JsonObject): string {
  return stringify(document).replace(/"(true|false)":/g, "$1: ");
}

function readDocument(file: string): JsonObject {
  const read: JsonValue = exactJson(parse(readFileSync(file, "utf8"), { intAsBigInt: true }));
  if (!isObject(read)) throw new Error(`${file} is not a map`);
  return read;
}

function schemasOf(kind: Kind, document: JsonObject): { from: SchemaNode; to: SchemaNode } {
  const { versions } = subjectOf(kind);
  const of = (version: JsonValue | undefined): SchemaNode => {
    const schema = versions.get(String(version))?.schema;
    return schema === undefined ? "free" : bodySchema(schema);
  };
  return { from: of(document["from"]), to: of(document["to"]) };
}

function distinct(mutants: readonly Mutant[]): readonly Mutant[] {
  const byText = new Map(mutants.map((mutant) => [`${mutant.file} ${mutant.text}`, mutant]));
  const counts = new Map<string, number>();
  return [...byText.values()].map((mutant) => {
    const count = (counts.get(mutant.name) ?? 0) + 1;
    counts.set(mutant.name, count);
    return count === 1 ? mutant : { ...mutant, name: `${mutant.name} (${count})` };
  });
}

/** Writes a mutant's kind into an empty folder: the kind's files and those beside it that it includes. Gives its folder. */
export function writeMutant(folder: string, { file, text }: Mutant, into: string): string {
  const own = join(into, "kinds", "kind");
  mkdirSync(own, { recursive: true });
  const skipped = /vectors\.jsonl\.gz$|upstream-faults\.yaml$/;
  cpSync(folder, own, { recursive: true, filter: (source) => !skipped.test(source) });
  for (const name of includesOf(folder)) {
    const target = join(own, name);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(folder, name), target);
  }
  writeFileSync(join(own, file), text);
  return own;
}

function includesOf(folder: string): readonly string[] {
  const text = readFileSync(join(folder, "conversion.yaml"), "utf8");
  return [...text.matchAll(/(\.\.?\/[\w./-]+\.yaml)#/g)].map(([, file = ""]) => file);
}
