import { parseString } from "../../json/native-parser.ts";
import { eachItem, eachValue, type SchemaStep } from "../../schema/constraint/schema-path.ts";

/** One step of a path: a key of a map, every item of a list, or every value of a map. */
export type PathStep = SchemaStep;

export { eachItem, eachValue };

/** A path from where a rule's paths start; `[]` is that start itself. With `[*]` or `{}` steps it stands for many values. */
export type Path = readonly PathStep[];

/** The step to every item of a list, or to every value of a map. */
export type Wildcard = typeof eachItem | typeof eachValue;

/** A path of keys only, without `[*]` and `{}`. */
export type KeyPath = readonly string[];

const bareKey = /^[^.[\]{}"?\s]+/;

/**
 * Parses the text of a path: `spec.a.b`, `spec.items[*].x`, `spec.m{}.y`, `spec["a.b/c"]`, or `.` for where paths start.
 * Undefined if the text is not a path.
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

/** The text of a path, in the form that {@link parsePath} parses. */
export function pathText(path: Path): string {
  return path.length === 0 ? "." : path.map(stepText).join("").replace(/^\./, "");
}

/** True for two paths with the same steps. */
export function isSamePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => other[index] === step);
}

/** True for two paths to members of the same map. */
export function haveSameParent(one: Path, other: Path): boolean {
  return isSamePath(one.slice(0, -1), other.slice(0, -1));
}

function stepText(step: PathStep): string {
  if (step === eachItem) return "[*]";
  if (step === eachValue) return "{}";
  return keyText(step);
}

/** A key as part of a path's text, with the separator before it: `.name` or `["a.b/c"]`. */
export function keyText(key: string): string {
  return bareKey.exec(key)?.[0] === key ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** True if the first path is equal to the second or below it. */
export function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, index) => path[index] === step);
}

/**
 * Splits the path of an `each` into the path of the list or map and the step to its items or values. A path without `[*]` or `{}`
 * at its end is that of a list.
 */
export function itemsPath(path: Path): { readonly start: Path; readonly step: Wildcard } {
  const last = path.at(-1);
  return last === eachItem || last === eachValue
    ? { start: path.slice(0, -1), step: last }
    : { start: path, step: eachItem };
}

/**
 * Splits a path at its first `[*]` or `{}`: the keys before it, the wildcard, and the steps after it. Undefined for a path of
 * keys only.
 */
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
