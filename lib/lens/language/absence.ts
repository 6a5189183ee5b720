import type { Side } from "../../converter/side.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import type { HookFunction } from "./hook-function.ts";
import { parseKeyPath } from "./key-path.ts";
import type { KeyPath } from "./path.ts";

/**
 * Tests of a map's members, by path below the map: the value that the member must equal, or `{in: [...]}`, `{not: value}`,
 * `{present: true}`. All must hold.
 */
export type MemberTests = Readonly<Record<string, JsonValue>>;

/** A test of a value. It holds if every part that is set holds. */
export interface ValueTest {
  readonly equals?: JsonValue;
  readonly in?: readonly JsonValue[];
  /** For numbers: the value must be less than this. */
  readonly less?: JsonValue;
  /** For numbers: the value must be more than this. */
  readonly more?: JsonValue;
  /** For maps: tests of its members. */
  readonly where?: MemberTests;
}

/**
 * What is filled in at a rule's path in one version if the rule leaves it absent: a value, the value at another path of that
 * version, or the result of code. It is filled in only if the map that holds the path exists and passes the tests of `where`.
 */
export type Fill = FillSource & {
  readonly where?: MemberTests;
  /**
   * True: a filled-in value is converted back like any other value. Such a rule may break the law `settles`: a round trip turns
   * an absent value into an explicit one, unless its absence was preserved.
   */
  readonly returns?: boolean;
};

type FillSource =
  | { readonly value: JsonValue; readonly read?: undefined; readonly hook?: undefined }
  | { readonly read: string; readonly value?: undefined; readonly hook?: undefined }
  | { readonly hook: FillHook; readonly value?: undefined; readonly read?: undefined };

/**
 * Code that computes a value to fill in: a hook with one direction, which reads the paths in `from`. If the code returns
 * undefined, nothing is filled in.
 */
export interface FillHook {
  readonly op: "hook";
  /** As in a hook rule: `./file.ts#export`. */
  readonly code?: string;
  readonly name?: string;
  /** The paths whose values the code gets, in the form of {@link pathsReadByFill}. */
  readonly from: readonly string[];
  readonly to: readonly [];
  readonly forward?: HookFunction;
}

/**
 * The paths that a fill reads, as the author wrote them. A path that begins with `$.` starts at the object (see {@link
 * objectPathIn}), any other where the rule's paths start.
 */
export function pathsReadByFill(fill: Fill | undefined): readonly string[] {
  return fill?.read === undefined ? (fill?.hook?.from ?? []) : [fill.read];
}

/**
 * The path without its `$.` for a text such as `$.metadata.name`; undefined for a path that does not start at the object. Empty
 * if the rest is not a path of keys.
 */
export function objectPathIn(text: string): KeyPath | undefined {
  return text.startsWith(objectStart)
    ? (parseKeyPath(text.slice(objectStart.length)) ?? [])
    : undefined;
}

const objectStart = "$.";

/** By side, the value to fill in if the rule's path is absent on that side. */
export type FillBySide = Readonly<Partial<Record<Side, Fill>>>;

/** By side, the values that count as absent on that side. */
export type OmitBySide = Readonly<Partial<Record<Side, ValueTest>>>;

/** The modifiers of a rule that define what absence means. */
export interface AbsenceModifiers {
  /** By side, what is filled in if the rule leaves its path absent. Converted back, it is absent again, unless `returns`. */
  readonly fill?: FillBySide;
  /** By side, values that count as absent: they are neither read nor written. */
  readonly omit?: OmitBySide;
}

/** The parsed form of what an author wrote, or what is wrong with it. */
type ReadForm<T> = { readonly read: T } | { readonly fault: string };

/**
 * Parses a fill as authors write it: a scalar or a list, `{value: ...}`, `{read: path}` or `{hook: ..., reads: [path]}`, the last
 * three also with `where` and `returns`. The code of a hook is not loaded: `code` says where it is.
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

/** The source of a fill; undefined if the author gave no source, several, or one of a wrong form. */
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

/**
 * Parses a test as authors write it: a scalar or a list that must equal the value, or a map of `equals`, `in`, `less`, `more` and
 * `where`.
 */
export function readTest(written: JsonValue): ReadForm<ValueTest> {
  if (!isObject(written)) return { read: { equals: written } };
  const words = member(written, "in");
  const fault = unknownKey(written, testKeys) ?? whereFault(written);
  if (fault !== undefined) return { fault };
  if (words !== undefined && !isArray(words)) return { fault: "in: must be a list" };
  const { where: _, in: __, ...plain } = written;
  const test = { ...plain, ...(words !== undefined && { in: words }), ...memberTests(written) };
  return Object.keys(test).length === 0
    ? { fault: "must have at least one of equals, in, less, more and where" }
    : { read: test };
}

/** Parses tests of members as authors write them. */
export function readMemberTests(written: JsonValue): ReadForm<MemberTests> {
  return isObject(written) ? { read: written } : { fault: "must be a map of tests by path" };
}

const fillKeys = ["value", "read", "hook", "reads", "returns", "where"];
const testKeys = ["equals", "in", "less", "more", "where"];

function unknownKey(written: JsonObject, known: readonly string[]): string | undefined {
  const stranger = Object.keys(written).find((key) => !known.includes(key));
  return stranger === undefined
    ? undefined
    : `unknown key ${stranger} (known: ${known.join(", ")}); write a value that is a map as { ${known[0]}: … }`;
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
