import type { Side } from "../../converter/side.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { HookFunction } from "./hook-function.ts";
import { keysIn } from "./key-path.ts";
import type { KeyPath } from "./path.ts";

/**
 * Tests of the members of a map, by path: the value that must stand there, or `{in: [...]}`, `{not: value}`,
 * `{present: true}`. All must hold.
 */
export type MemberTests = Readonly<Record<string, JsonValue>>;

/** A test of a value. All that it says must hold. */
export interface ValueTest {
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** For numbers. */
  readonly less?: JsonValue;
  /** For numbers. */
  readonly more?: JsonValue;
  /** For maps. */
  readonly where?: MemberTests;
}

/**
 * What a version has at a rule's place where the rule leaves it absent: a value, the value at another path of that
 * version, or what code makes of such values. It is filled in where the map around the place is there, and passes the
 * tests of `where`.
 */
export type Fill = FillSource & {
  readonly where?: MemberTests;
  /**
   * True where what is filled in is read back like any other value. Such a rule does not settle: an absent value comes back
   * written out, unless it was preserved that it was absent.
   */
  readonly returns?: boolean;
};

type FillSource =
  | { readonly value: JsonValue; readonly read?: undefined; readonly hook?: undefined }
  | { readonly read: string; readonly value?: undefined; readonly hook?: undefined }
  | { readonly hook: FillHook; readonly value?: undefined; readonly read?: undefined };

/**
 * Code that computes what is filled in: a hook of one direction, from the paths that it reads to the rule's place. Where
 * the code gives undefined, nothing is filled in.
 */
export interface FillHook {
  readonly op: "hook";
  /** As of a hook rule. */
  readonly code?: string;
  readonly name?: string;
  /** What it reads, as {@link readsOfFill}. */
  readonly from: readonly string[];
  readonly to: readonly [];
  readonly forward?: HookFunction;
}

/**
 * The paths that a fill reads, as they are written: below `$.` of the object itself ({@link objectPathIn}), else from where
 * the rule's paths begin.
 */
export function readsOfFill(fill: Fill | undefined): readonly string[] {
  return fill?.read === undefined ? (fill?.hook?.from ?? []) : [fill.read];
}

/** The path within the object of a text such as `$.metadata.name`; undefined for a path that begins where the rule's do. */
export function objectPathIn(text: string): KeyPath | undefined {
  return text.startsWith(objectStart) ? (keysIn(text.slice(objectStart.length)) ?? []) : undefined;
}

const objectStart = "$.";

/** By side, what is filled in where its place is absent. */
export type Fills = Readonly<Partial<Record<Side, Fill>>>;

/** By side, which of its values count as absent. */
export type Omits = Readonly<Partial<Record<Side, ValueTest>>>;

/** What a rule says about absence. */
export interface AbsenceModifiers {
  /** What is filled in where the rule leaves its place absent. When it is read, such a value counts as absent. */
  readonly fill?: Fills;
  /** Values that count as absent: they are neither read nor written. */
  readonly omit?: Omits;
}

/** A form that was written, or what is wrong with it. */
type ReadForm<T> = { readonly read: T } | { readonly fault: string };

/**
 * A fill as authors write it: a scalar or a list, `{value: ...}`, `{read: path}` or `{hook: ..., reads: [path]}`, the last
 * three with `where`. The code of a hook is as it is written.
 */
export function readFill(written: JsonValue): ReadForm<Fill> {
  if (!isObject(written)) return { read: { value: written } };
  const fault = unknownKey(written, fillKeys) ?? whereFault(written);
  if (fault !== undefined) return { fault };
  const source = fillSource(written);
  const returns = member(written, "returns");
  if (returns !== undefined && typeof returns !== "boolean") {
    return { fault: "returns: must be true or false" };
  }
  if (source === undefined) {
    return {
      fault: "must be a scalar, a list, { value: … }, { read: path } or { hook: …, reads: [path] }",
    };
  }
  return {
    read: { ...source, ...(returns !== undefined && { returns }), ...memberTests(written) },
  };
}

/** Undefined where it names no source, or several. */
function fillSource(written: JsonObject): FillSource | undefined {
  const [value, read, code, reads] = fillKeys.map((key) => member(written, key));
  const sources = [value, read, code].filter((source) => source !== undefined);
  if (sources.length !== 1 || (code === undefined && reads !== undefined)) return undefined;
  if (value !== undefined) return { value };
  if (typeof read === "string") return { read };
  if (typeof code !== "string" || !isArray(reads)) return undefined;
  const from = reads.filter((path) => typeof path === "string");
  if (from.length < reads.length) return undefined;
  return { hook: { op: "hook", code, from, to: [] } };
}

/** A test as authors write it: a scalar or a list, or a map of `equals`, `in`, `less`, `more` and `where`. */
export function readTest(written: JsonValue): ReadForm<ValueTest> {
  if (!isObject(written)) return { read: { equals: written } };
  const words = member(written, "in");
  const fault = unknownKey(written, testKeys) ?? whereFault(written);
  if (fault !== undefined) return { fault };
  if (words !== undefined && !isArray(words)) return { fault: "in: must be a list" };
  const { where: _, in: __, ...plain } = written;
  const test = { ...plain, ...(words !== undefined && { in: words }), ...memberTests(written) };
  return Object.keys(test).length === 0 ? { fault: "must test something" } : { read: test };
}

/** Tests of members as authors write them. */
export function readMemberTests(written: JsonValue): ReadForm<MemberTests> {
  return isObject(written) ? { read: written } : { fault: "must be a map of tests by path" };
}

const fillKeys = ["value", "read", "hook", "reads", "returns", "where"];
const testKeys = ["equals", "in", "less", "more", "where"];

function unknownKey(written: JsonObject, known: readonly string[]): string | undefined {
  const stranger = Object.keys(written).find((key) => !known.includes(key));
  return stranger === undefined
    ? undefined
    : `${stranger} is not known here (${known.join(", ")}); a map as a value is written { ${known[0]}: … }`;
}

function whereFault(written: JsonObject): string | undefined {
  const where = member(written, "where");
  return where === undefined || isObject(where)
    ? undefined
    : "where: must be a map of tests by path";
}

function memberTests(written: JsonObject): { readonly where?: MemberTests } {
  const where = member(written, "where");
  return isObject(where) ? { where } : {};
}
