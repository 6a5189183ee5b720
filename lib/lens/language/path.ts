import { parseString } from "../../json/native-parser.ts";

/** One step of a path: a key of a map, every item of a list, or every value of a map. */
export type Step = string | typeof eachItem | typeof eachValue;

/** `[*]` in a path's text. */
export const eachItem: unique symbol = Symbol("[*]");
/** `{}` in a path's text. */
export const eachValue: unique symbol = Symbol("{}");

/** A place, or with `[*]` and `{}` many places, below an object's body; `[]` is the scope's root. */
export type Path = readonly Step[];

/** A path of keys alone. */
export type KeyPath = readonly string[];

const bareKey = /^[^.[\]{}"?\s]+/;

/**
 * Reads a path's text: `spec.a.b`, `spec.items[*].x`, `spec.m{}.y`, `spec["a.b/c"]`, and `.` for the scope's root.
 * Undefined where it is none.
 */
export function parsePath(text: string): Path | undefined {
  if (text === ".") return [];
  const steps: Step[] = [];
  let rest = text;
  while (rest !== "") {
    const read = readStep(rest, steps.length === 0);
    if (read === undefined) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  return steps.length === 0 ? undefined : steps;
}

function readStep(text: string, first: boolean): { step: Step; rest: string } | undefined {
  if (text.startsWith("[*]")) return { step: eachItem, rest: text.slice(3) };
  if (text.startsWith("{}")) return { step: eachValue, rest: text.slice(2) };
  if (text.startsWith('["')) return readQuoted(text);
  const dotted = text.startsWith(".");
  if (dotted === first) return undefined;
  const [key] = bareKey.exec(dotted ? text.slice(1) : text) ?? [];
  if (key === undefined) return undefined;
  return { step: key, rest: text.slice(key.length + (dotted ? 1 : 0)) };
}

function readQuoted(text: string): { step: Step; rest: string } | undefined {
  const [quoted] = /^"(?:[^"\\]|\\.)*"(?=\])/.exec(text.slice(1)) ?? [];
  if (quoted === undefined) return undefined;
  const step = parseString(quoted);
  return step === undefined ? undefined : { step, rest: text.slice(quoted.length + 2) };
}

/** A path's text, as {@link parsePath} reads it. */
export function pathText(path: Path): string {
  return path.length === 0 ? "." : path.map(stepText).join("").replace(/^\./, "");
}

function stepText(step: Step): string {
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

/** The steps of a path before its first `[*]` or `{}`, that step, and what follows it. */
export function splitAtWildcard(path: Path):
  | {
      readonly start: readonly string[];
      readonly wildcard: typeof eachItem | typeof eachValue;
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
