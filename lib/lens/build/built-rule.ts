import { type Side, sides } from "../../converter/side.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import { type MemberTests, readFill, readTest, type ValueTest } from "../language/absence.ts";
import type { AnyRule, RuleData } from "../language/rule.ts";
import {
  type AnyHookFunction,
  type FillFunction,
  fillFunction,
} from "../ops/hook/hook-function.ts";
import { isRef, type PathScope } from "./recorder.ts";
import type { Place } from "./reference.ts";
import { textIn } from "./sides.ts";

/** A rule as the builder's functions give it: its data, where its paths start, and the named lenses that it uses. */
export interface Rule {
  readonly data: RuleData;
  readonly scope: PathScope;
  readonly uses: readonly NamedLens[];
}

/** Rules as data, and the named lenses that they use. */
export interface InnerRules {
  readonly rules: readonly RuleData[];
  readonly uses: readonly NamedLens[];
}

/** Rules under a name, to be used at several places, also within themselves. */
export interface NamedLens {
  readonly name: string;
  /** Its rules between two versions: those of the lens that uses it. */
  readonly build: (versions: PathScope["versions"]) => InnerRules;
}

/** What a rule does with a value that it cannot parse; without it the value is preserved and reported. */
export interface Failure {
  readonly fail: string;
}

/** What every rule may say besides. */
export interface RuleOptions {
  /** `fail("text")`: the review fails with this text where the rule cannot parse a value. */
  readonly unparsable?: Failure;
  /**
   * By version, what is written at the rule's place where the rule itself writes nothing: a scalar, a list, `{ value }`,
   * `{ read: path }`, or `{ hook, reads: [path] }` with a function that gets the values at those paths. The last three also take
   * `where`, tests of the map around the place, and `returns`. A filled-in value counts as absent when it is read; with
   * `returns: true` it is read like any other.
   */
  readonly fill?: Readonly<Record<string, FillOption>>;
  /** What is preserved for one version is discarded when a value at this path changes in the other version. */
  readonly beside?: Place | readonly Place[];
  /** By version, a value that counts as absent in it: a scalar, a list, or `{ equals, in, less, more, where }`. */
  readonly omit?: Readonly<Record<string, TestOption>>;
}

type ScalarOrList = string | number | bigint | boolean | null | readonly unknown[];

/** What is filled in, as `fill` says it. */
type FillOption =
  | ScalarOrList
  | ({ readonly where?: MemberTests; readonly returns?: boolean } & (
      | { readonly value: unknown }
      | { readonly read: string }
      | { readonly hook: FillFunction; readonly reads: readonly string[] }
    ));

/** A test, as `omit` says it. */
type TestOption = ScalarOrList | ValueTest;

/** The review's failure, for `unparsable`. */
export function fail(text: string): Failure {
  return { fail: text };
}

/**
 * The members of a rule's data that every rule may have. Errors: throws a TypeError for a version that is neither of the
 * lens's, for a form that `fill` or `omit` does not have, and for a path of another scope.
 */
export function common(
  { unparsable, fill, omit, ...options }: RuleOptions,
  scope: PathScope,
): AnyRule {
  const { versions } = scope;
  const beside = besidesIn(options).map((place) => textIn(scope, place));
  return {
    ...(unparsable !== undefined && { fail: unparsable.fail }),
    ...(beside.length > 0 && { beside }),
    ...(fill !== undefined && {
      fill: perSide("fill", fill, versions, builtFill),
    }),
    ...(omit !== undefined && {
      omit: perSide("omit", omit, versions, (value) => readTest(jsonOf(value))),
    }),
  };
}

function builtFill(value: unknown): ReturnType<typeof readFill> {
  if (!isObject(value) || !isFunction(value["hook"])) return readFill(jsonOf(value));
  const { hook: code, ...rest } = value;
  const form = readFill(jsonOf({ ...rest, hook: code.name }));
  if ("fault" in form || form.read.hook === undefined) return form;
  const { code: name = "", ...hook } = form.read.hook;
  return {
    read: {
      ...form.read,
      hook: { ...hook, ...(name !== "" && { name }), forward: fillFunction(code) },
    },
  };
}

function isFunction(value: unknown): value is AnyHookFunction {
  return typeof value === "function";
}

/** What an op's options say beyond those of every rule. */
export function ownOptions<O extends RuleOptions>(options: O): Omit<O, keyof RuleOptions> {
  const { unparsable: _unparsable, fill: _fill, omit: _omit, beside: _beside, ...own } = options;
  return own;
}

/** The paths that `beside` names. */
export function besidesIn({ beside = [] }: Pick<RuleOptions, "beside">): readonly Place[] {
  return isRef(beside) ? [beside] : beside;
}

/** What is said by version, by side. */
export function perSide<T>(
  what: string,
  said: Readonly<Record<string, unknown>>,
  versions: PathScope["versions"],
  read: (value: unknown) => { readonly read: T } | { readonly fault: string },
): Readonly<Partial<Record<Side, T>>> {
  const entries = Object.entries(said).map(([version, value]) => {
    const side = sides.find((each) => versions[each] === version);
    if (side === undefined) {
      throw new TypeError(`${what}: ${version} is neither ${versions.from} nor ${versions.to}`);
    }
    const form = read(value);
    if ("fault" in form) throw new TypeError(`${what}: ${version}: ${form.fault}`);
    return [side, form.read] as const;
  });
  return Object.fromEntries(entries);
}

/** A value as JSON; throws a TypeError for a path, a function or undefined. */
export function jsonOf(value: unknown): JsonValue {
  if (isRef(value)) throw new TypeError("a path stands where a value belongs");
  if (isJson(value)) return value;
  throw new TypeError(`${String(value)} is not a JSON value`);
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || ["string", "number", "bigint", "boolean"].includes(typeof value))
    return true;
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) && Object.values(value).every(isJson);
}
