import type { ConstraintKeyword, ConstraintName } from "../../schema/constraint/constraint.ts";
import type { SchemaPath } from "../../schema/constraint/schema-path.ts";
import type { ValidationRule } from "../../schema/structural/structural.ts";
import { eachItem, eachValue, parsePath, pathText } from "./path.ts";
import { shortPlaces } from "./short-places.ts";

/**
 * An accepted narrowing: in this version, at these places, this constraint may refuse objects that the other version
 * allows. It never changes what a conversion does.
 */
export interface AcceptEntry {
  /** One of the lens's two versions. */
  readonly in: string;
  /** Paths as in rules, from the object's root; `**` stands for any number of steps, and a step may hold one `*`. */
  readonly at: string | readonly string[];
  readonly refuses: AcceptedConstraint | readonly AcceptedConstraint[];
  /** Why that is right. */
  readonly why: string;
  /** Where the entry was written: line and column from 1. */
  readonly writtenAt?: { readonly line: number; readonly column: number };
}

/** Where an entry is written, as it ends a message: ` (accept, conversion.yaml:3:5)`. */
export function acceptPosition(
  { writtenAt }: Pick<AcceptEntry, "writtenAt">,
  file: string | undefined,
): string {
  if (writtenAt === undefined) return " (accept)";
  return ` (accept, ${file ?? "line"}:${writtenAt.line}:${writtenAt.column})`;
}

/** A keyword of the schema, or the beginning of the message or source of an `x-kubernetes-validations` rule. */
export type AcceptedConstraint = Exclude<ConstraintKeyword, "rule"> | { readonly rule: string };

const anySteps: unique symbol = Symbol.for("customhouse.**");

/** A step of a pattern: of a path, any number of them (`**`), or a key with `*` in it. */
type PlaceStep =
  | SchemaPath[number]
  | typeof anySteps
  | { readonly start: string; readonly end: string };

/** What an entry's `at` says. */
type PathPattern = readonly PlaceStep[];

/** Reads a path with `*` and `**`; undefined where it is none or names no member. */
export function parsePathPattern(text: string): PathPattern | undefined {
  const path = parsePath(text);
  if (path === undefined) return undefined;
  const steps = path.map(patternStep);
  const isComplete = steps.every((step) => step !== undefined);
  return isComplete && steps.some(namesMember) ? steps : undefined;
}

function patternStep(step: SchemaPath[number]): PlaceStep | undefined {
  if (step === eachItem || step === eachValue) return step;
  if (step === "**") return anySteps;
  const [start, end, ...more] = step.split("*");
  if (start === undefined || end === undefined) return step;
  return more.length === 0 ? { start, end } : undefined;
}

function namesMember(step: PlaceStep): boolean {
  return (
    typeof step === "string" || (typeof step === "object" && `${step.start}${step.end}` !== "")
  );
}

/** The path that a pattern stands for; undefined where it stands for several. */
export function onlyPath(pattern: PathPattern): SchemaPath | undefined {
  const steps = pattern.filter((step) => step !== anySteps && typeof step !== "object");
  return steps.length === pattern.length ? steps : undefined;
}

/** True for a path that a pattern stands for. */
function matchesPath(pattern: PathPattern, path: SchemaPath): boolean {
  const [step, ...others] = pattern;
  if (step === undefined) return path.length === 0;
  if (step === anySteps) {
    return path.some((_, index) => matchesPath(others, path.slice(index))) || others.length === 0;
  }
  const [own, ...rest] = path;
  return own !== undefined && matchesStep(step, own) && matchesPath(others, rest);
}

function matchesStep(step: Exclude<PlaceStep, typeof anySteps>, own: SchemaPath[number]): boolean {
  if (typeof step !== "object") return step === own;
  const { start, end } = step;
  return (
    typeof own === "string" &&
    own.length >= start.length + end.length &&
    own.startsWith(start) &&
    own.endsWith(end)
  );
}

/** The paths of an entry, or its constraints: one is as good as a list of one. */
export function listed<T>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value];
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** True for an entry that names a version's constraint. */
export function isAccepted(
  entry: AcceptEntry,
  version: string,
  constraint: ConstraintName,
): boolean {
  if (entry.in !== version) return false;
  if (!listed(entry.refuses).some((refused) => isNamed(refused, constraint))) return false;
  return listed(entry.at).some((text) => {
    const pattern = parsePathPattern(text);
    return pattern !== undefined && matchesPath(pattern, constraint.path);
  });
}

function isNamed(refused: AcceptedConstraint, { keyword, rule }: ConstraintName): boolean {
  if (typeof refused === "string") return refused === keyword;
  const start = refused.rule.trim();
  if (rule === undefined || start === "") return false;
  return [rule.message ?? "", rule.rule].some((text) => text.trim().startsWith(start));
}

/**
 * The entry that accepts constraints of one keyword, as one pastes it: `- { in: v2, at: spec.n, refuses: …, why: "" }`. Where
 * it has many places, they are shortened by `**` so that the entry names none of `others`, and stand over lines if need be.
 */
export function entryFor(
  version: string,
  constraints: readonly [ConstraintName, ...ConstraintName[]],
  others?: readonly SchemaPath[],
): string {
  const refused = refusedText(constraints[0]);
  const places = new Map(constraints.map(({ path }) => [pathText(path), path]));
  const line = entryLine(version, [...places.keys()], refused);
  if (line.length <= maxEntryLine || places.size === 1) return line;
  const all = [...places.values()];
  const paths = (others === undefined ? all : shortPlaces(all, others)).map(pathText);
  const short = entryLine(version, paths, refused);
  if (short.length <= maxEntryLine || paths.length === 1) return short;
  const items = paths.map((path) => `  - ${yamlText(path)}`);
  const start = `- in: ${yamlText(version)}`;
  return [start, "  at:", ...items, `  refuses: ${refused}`, '  why: ""'].join("\n");
}

function entryLine(version: string, paths: readonly string[], refused: string): string {
  const texts = paths.map(yamlText);
  const at = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  return `- { in: ${yamlText(version)}, at: ${at}, refuses: ${refused}, why: "" }`;
}

/** Characters of an entry of several places in one line. */
const maxEntryLine = 100;

/** A message with entries to paste: behind it, or below it where they are several, or either takes several lines. */
export function withPastable(message: string, entries: readonly string[]): string {
  const isShort = entries.length === 1 && !`${message}${entries.join()}`.includes("\n");
  return `${message}${isShort ? " " : "\n"}${entries.join("\n")}`;
}

function refusedText({ keyword, rule }: ConstraintName): string {
  return rule === undefined ? keyword : `{ rule: ${JSON.stringify(firstLine(rule))} }`;
}

/** A constraint as reports name it: its keyword, of a rule also its text. */
export function constraintText({ keyword, rule }: ConstraintName): string {
  return rule === undefined ? keyword : `rule ${JSON.stringify(firstLine(rule))}`;
}

function firstLine({ message = "", rule }: ValidationRule): string {
  const text = (message === "" ? rule : message).trim();
  return text.slice(0, `${text}\n`.indexOf("\n"));
}

/** A text as it stands within `{ }` of YAML. */
function yamlText(text: string): string {
  return /^[A-Za-z_][\w./-]*$/.test(text) ? text : JSON.stringify(text);
}
