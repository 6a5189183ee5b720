import { parseConversion } from "../../../lib/cli/conversion-yaml/conversion-yaml.ts";
import type { JsonObject } from "../../../lib/json/value.ts";
import type { LensData } from "../../../lib/lens.ts";
import * as ops from "../../../lib/lens.ts";
import { schemaOf } from "./field-notes.ts";
import type { Part } from "./markdown.ts";

/** Rules that a document shows, in YAML, TypeScript or both, with the fields of the versions and all that is shown of the rules. */
export interface LensExample {
  readonly name: string;
  readonly line: number;
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** By language: YAML or TypeScript. */
  readonly lenses: Readonly<Record<string, readonly LensData[]>>;
  readonly shown: readonly Part[];
}

interface Draft extends LensExample {
  readonly lenses: Record<string, readonly LensData[]>;
  readonly shown: Part[];
}

/**
 * The examples of a document. A block `yaml lens` begins an example: its comments note the fields of each version, then come
 * rules. A block `ts lens` has the same rules in TypeScript, or begins an example if it notes fields. The tables of cases and
 * blocks `yaml steps` that follow belong to the example.
 */
export function lensExamples(parts: readonly Part[]): readonly LensExample[] {
  const examples: Draft[] = [];
  let name = "";
  for (const part of parts) {
    const last = examples.at(-1);
    if (part.type === "heading") name = part.text;
    else if (part.type === "table") {
      if (isCases(part.rows)) last?.shown.push(part);
    } else if (part.info === "yaml lens") {
      const { schemas, lenses } = readLens(part.text, "yaml", part.line);
      examples.push({ name, line: part.line, schemas, lenses: { YAML: lenses }, shown: [] });
    } else if (part.info === "ts lens") {
      const { schemas, lenses } = readLens(part.text, "ts", part.line);
      const spelled = { TypeScript: lenses };
      if (Object.keys(schemas).length === 0) Object.assign(last?.lenses ?? {}, spelled);
      else examples.push({ name, line: part.line, schemas, lenses: spelled, shown: [] });
    } else if (part.info === "yaml steps") last?.shown.push(part);
  }
  return examples;
}

/** True for a table that shows objects of one version beside those of another. */
function isCases([header = []]: readonly (readonly string[])[]): boolean {
  return /at v\d$/.test(header[0] ?? "") && /at v\d$/.test(header[2] ?? "");
}

/** The lenses of a block and the schemas that its comments note, if any. */
export function readLens(
  text: string,
  language: string,
  line: number,
): Pick<LensExample, "schemas"> & { readonly lenses: readonly LensData[] } {
  const { schemas, rules } = notesIn(text, language === "ts" ? "//" : "#");
  const lenses =
    language === "ts" ? [fromTypeScript(rules)] : fromYaml(rules, Object.keys(schemas), line);
  return { schemas, lenses };
}

function notesIn(
  text: string,
  comment: string,
): { readonly schemas: Readonly<Record<string, JsonObject>>; readonly rules: string } {
  const notes = new Map<string, string>();
  const start = `${comment} v`;
  const lines = text.split("\n");
  for (const line of lines.filter((one) => one.startsWith(start))) {
    const [version = "", ...note] = line.slice(comment.length + 1).split(" ");
    notes.set(version, [notes.get(version) ?? [], note.join(" ")].flat().join(", "));
  }
  const rules = lines.filter((line) => !line.startsWith(start)).join("\n");
  const schemas = Object.fromEntries([...notes].map(([name, note]) => [name, schemaOf(note)]));
  return { schemas, rules };
}

function fromYaml(text: string, versions: readonly string[], line: number): readonly LensData[] {
  const [from = "v1", to = "v2"] = versions;
  const isWhole = /^from: /m.test(text);
  const hasRules = /^rules:/m.test(text);
  const start = isWhole ? "" : `from: ${from}\nto: ${to}\n${hasRules ? "" : "rules:\n"}`;
  const { lenses, faults } = parseConversion(`${start}${text}`, {
    file: "conversion.yaml",
    kindVersions: versions,
  });
  if (faults.length > 0) throw new Error(`the block at line ${line}: ${faults.join("; ")}`);
  return lenses;
}

/** The lens of a TypeScript text: a rule or a list of rules, which may follow statements and an empty line. */
function fromTypeScript(text: string): LensData {
  const at = text.includes("\n\n") ? text.lastIndexOf("\n\n") : 0;
  const names = Object.keys(ops);
  const body = `${text.slice(0, at)}\nreturn (v1, v2) => [${text.slice(at).trim()}].flat();`;
  const make = new Function(...names, body);
  return ops.lens({ version: "v1" }, { version: "v2" }, make(...Object.values(ops)));
}
