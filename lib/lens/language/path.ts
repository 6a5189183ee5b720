import { parseString } from "../../json/native-parser.ts";
import { eachItem, eachValue, type SchemaStep } from "../../schema/constraint/schema-path.ts";

/** One step of a path: a key of a map, every item of a list, or every value of a map. */
export type PathStep = SchemaStep;

export { eachItem, eachValue };

/** A place, or with `[*]` and `{}` many places, below an object's body; `[]` is the scope's root. */
export type Path = readonly PathStep[];

/** The step to every item of a list, or to every value of a map. */
export type Wildcard = typeof eachItem | typeof eachValue;

/** A path of keys alone. */
export type KeyPath = readonly string[];

const bareKey = /^[^.[\]{}"?\s]+/;

/**
 * Reads a path's text: `spec.a.b`, `spec.items[*].x`, `spec.m{}.y`, `spec["a.b/c"]`, and `.` for the scope's root.
 * Undefined where it is none.
 */
export function parsePath(text: string): Path | undefined {
  if (text === ".") return [];
  const steps: PathStep[] = [];
  let rest = text;
  while (rest !== "") {
    const read = readStep(rest, steps.length === 0);
    if (read === undefined) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  return steps.length === 0 ? undefined : steps;
}

function readStep(text: string, first: boolean): { step: PathStep; rest: string } | undefined {
  if (text.startsWith("[*]")) return { step: eachItem, rest: text.slice(3) };
  if (text.startsWith("{}")) return { step: eachValue, rest: text.slice(2) };
  if (text.startsWith('["')) return readQuoted(text);
  const dotted = text.startsWith(".");
  if (dotted === first) return undefined;
  const [key] = bareKey.exec(dotted ? text.slice(1) : text) ?? [];
  if (key === undefined) return undefined;
  return { step: key, rest: text.slice(key.length + (dotted ? 1 : 0)) };
}

function readQuoted(text: string): { step: PathStep; rest: string } | undefined {
  const [quoted] = /^"(?:[^"\\]|\\.)*"(?=\])/.exec(text.slice(1)) ?? [];
  if (quoted === undefined) return undefined;
  const step = parseString(quoted);
  return step === undefined ? undefined : { step, rest: text.slice(quoted.length + 2) };
}

/** A path's text, as {@link parsePath} reads it. */
export function pathText(path: Path): string {
  return path.length === 0 ? "." : path.map(stepText).join("").replace(/^\./, "");
}

/** True for two paths of the same steps. */
export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => other[index] === step);
}

/** True for two paths of members of the same map. */
export function sharesHolder(one: Path, other: Path): boolean {
  return isSamePath(one.slice(0, -1), other.slice(0, -1));
}

function stepText(step: PathStep): string {
  if (step === eachItem) return "[*]";
  if (step === eachValue) return "{}";
  return keyText(step);
}

/** A key as it stands in a path's text, with what joins it to the text before. */
export function keyText(key: string): string {
  return bareKey.exec(key)?.[0] === key ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** True where a path lies below another or is it. */
export function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, index) => path[index] === step);
}

/** The list or map that the path of an `each` stands for, and the step below it: `{}` for values, else `[*]` for items. */
export function itemsPath(path: Path): { readonly start: Path; readonly step: Wildcard } {
  const last = path.at(-1);
  return last === eachItem || last === eachValue
    ? { start: path.slice(0, -1), step: last }
    : { start: path, step: eachItem };
}

/** The steps of a path before its first `[*]` or `{}`, that step, and what follows it. */
export function splitAtWildcard(path: Path):
  | {
      readonly start: readonly string[];
      readonly wildcard: Wildcard;
      readonly rest: Path;
    }
  | undefined {
  const start: string[] = [];
  for (const [index, step] of path.entries()) {
    if (step === eachItem || step === eachValue) {
      return { start, wildcard: step, rest: path.slice(index + 1) };
    }
    start.push(step);
  }
  return undefined;
}
