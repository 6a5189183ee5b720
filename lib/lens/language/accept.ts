import type { ConstraintKeyword, ConstraintName } from "../../schema/constraint/constraint.ts";
import type { SchemaPath } from "../../schema/constraint/schema-path.ts";
import type { ValidationRule } from "../../schema/structural/structural.ts";
import { eachItem, eachValue, parsePath, pathText } from "./path.ts";
import { shortenedPaths } from "./shortened-paths.ts";

/**
 * An accepted narrowing: the author declares that at these paths a constraint of one version may refuse objects that the other
 * version allows. It never changes what a conversion does.
 */
export interface AcceptEntry {
  /** The version whose schema refuses the objects: one of the lens's two. */
  readonly in: string;
  /**
   * One or more paths from the object's root, written as in rules. `**` stands for any number of steps, and a key may contain one
   * `*`.
   */
  readonly at: string | readonly string[];
  readonly refuses: AcceptedConstraint | readonly AcceptedConstraint[];
  /** The reason why the narrowing is right. */
  readonly why: string;
  /** Position of the entry in its file: line and column from 1. */
  readonly writtenAt?: { readonly line: number; readonly column: number };
}

/** The end of a message about an entry, with its position: ` (accept, conversion.yaml:3:5)`. */
export function acceptPosition(
  { writtenAt }: Pick<AcceptEntry, "writtenAt">,
  file: string | undefined,
): string {
  if (writtenAt === undefined) return " (accept)";
  return ` (accept, ${file ?? "line"}:${writtenAt.line}:${writtenAt.column})`;
}

/** A keyword of the schema, or `{ rule }` with the beginning of the message or source of an `x-kubernetes-validations` rule. */
export type AcceptedConstraint = Exclude<ConstraintKeyword, "rule"> | { readonly rule: string };

const anySteps: unique symbol = Symbol.for("customhouse.**");

/** A step of a pattern: a step of a path, any number of steps (`**`), or a key with one `*`, split at the `*`. */
type PatternStep =
  | SchemaPath[number]
  | typeof anySteps
  | { readonly start: string; readonly end: string };

/** The parsed form of an entry's `at`. */
type PathPattern = readonly PatternStep[];

/** Parses a path with `*` and `**`; undefined if it is not a path, if a key has several `*`, or if no step names a member. */
export function parsePathPattern(text: string): PathPattern | undefined {
  const path = parsePath(text);
  if (path === undefined) return undefined;
  const steps = path.map(patternStep);
  const isComplete = steps.every((step) => step !== undefined);
  return isComplete && steps.some(namesMember) ? steps : undefined;
}

function patternStep(step: SchemaPath[number]): PatternStep | undefined {
  if (step === eachItem || step === eachValue) return step;
  if (step === "**") return anySteps;
  const [start, end, ...more] = step.split("*");
  if (start === undefined || end === undefined) return step;
  return more.length === 0 ? { start, end } : undefined;
}

function namesMember(step: PatternStep): boolean {
  return (
    typeof step === "string" || (typeof step === "object" && `${step.start}${step.end}` !== "")
  );
}

/** The only path that a pattern without `*` and `**` matches; undefined for any other pattern. */
export function onlyPath(pattern: PathPattern): SchemaPath | undefined {
  const steps = pattern.filter((step) => step !== anySteps && typeof step !== "object");
  return steps.length === pattern.length ? steps : undefined;
}

function matchesPath(pattern: PathPattern, path: SchemaPath): boolean {
  const [step, ...others] = pattern;
  if (step === undefined) return path.length === 0;
  if (step === anySteps) {
    return path.some((_, index) => matchesPath(others, path.slice(index))) || others.length === 0;
  }
  const [own, ...rest] = path;
  return own !== undefined && matchesStep(step, own) && matchesPath(others, rest);
}

function matchesStep(
  step: Exclude<PatternStep, typeof anySteps>,
  own: SchemaPath[number],
): boolean {
  if (typeof step !== "object") return step === own;
  const { start, end } = step;
  return (
    typeof own === "string" &&
    own.length >= start.length + end.length &&
    own.startsWith(start) &&
    own.endsWith(end)
  );
}

/** A value as a list: a single value counts as a list with one element. */
export function asList<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value];
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** True if an entry accepts a constraint of a version. */
export function isAccepted(
  entry: AcceptEntry,
  version: string,
  constraint: ConstraintName,
): boolean {
  if (entry.in !== version) return false;
  if (!asList(entry.refuses).some((refused) => namesConstraint(refused, constraint))) return false;
  return asList(entry.at).some((text) => {
    const pattern = parsePathPattern(text);
    return pattern !== undefined && matchesPath(pattern, constraint.path);
  });
}

function namesConstraint(refused: AcceptedConstraint, { keyword, rule }: ConstraintName): boolean {
  if (typeof refused === "string") return refused === keyword;
  const start = refused.rule.trim();
  if (rule === undefined || start === "") return false;
  return [rule.message ?? "", rule.rule].some((text) => text.trim().startsWith(start));
}

/**
 * The entry that accepts constraints of one keyword, ready to paste: `- { in: v2, at: spec.n, refuses: …, why: "" }`. If its paths
 * are too long for one line and `others` is given, they are shortened with `**` to patterns that match none of `others`. If that
 * is not enough, there is a line for each path.
 */
export function acceptEntryText(
  version: string,
  constraints: readonly [ConstraintName, ...ConstraintName[]],
  others?: readonly SchemaPath[],
): string {
  const refused = refusedText(constraints[0]);
  const places = new Map(constraints.map(({ path }) => [pathText(path), path]));
  const line = entryLine(version, [...places.keys()], refused);
  if (line.length <= maxEntryLine || places.size === 1) return line;
  const all = [...places.values()];
  const paths = (others === undefined ? all : shortenedPaths(all, others)).map(pathText);
  const short = entryLine(version, paths, refused);
  if (short.length <= maxEntryLine || paths.length === 1) return short;
  const items = paths.map((path) => `  - ${flowScalarText(path)}`);
  const start = `- in: ${flowScalarText(version)}`;
  return [start, "  at:", ...items, `  refuses: ${refused}`, '  why: ""'].join("\n");
}

function entryLine(version: string, paths: readonly string[], refused: string): string {
  const texts = paths.map(flowScalarText);
  const at = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  return `- { in: ${flowScalarText(version)}, at: ${at}, refuses: ${refused}, why: "" }`;
}

/**
 * The most characters of an entry with several paths that is written in one line. The number is a choice: a longer line is cut
 * in most editors and reviews.
 */
const maxEntryLine = 100;

/**
 * A message followed by entries to paste: in the same line if there is one entry and everything is one line, else in lines of
 * their own.
 */
export function withPastable(message: string, entries: readonly string[]): string {
  const isShort = entries.length === 1 && !`${message}${entries.join()}`.includes("\n");
  return `${message}${isShort ? " " : "\n"}${entries.join("\n")}`;
}

function refusedText({ keyword, rule }: ConstraintName): string {
  return rule === undefined ? keyword : `{ rule: ${JSON.stringify(firstLine(rule))} }`;
}

/** A constraint as messages show it: its keyword, or the first line of a CEL rule's message or source. */
export function constraintText({ keyword, rule }: ConstraintName): string {
  return rule === undefined ? keyword : `rule ${JSON.stringify(firstLine(rule))}`;
}

function firstLine({ message = "", rule }: ValidationRule): string {
  const text = (message === "" ? rule : message).trim();
  return text.slice(0, `${text}\n`.indexOf("\n"));
}

/** A string written as YAML that is valid within `{ }`, quoted if necessary. */
export function flowScalarText(text: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}
