import { type Side, sides } from "../../converter/side.ts";
import { isObject, type JsonValue } from "../../json/value.ts";
import { type MemberTests, readFill, readTest, type ValueTest } from "../language/absence.ts";
import type { CommonRuleFields, RuleData } from "../language/rule.ts";
import {
  type AnyHookFunction,
  type FillFunction,
  fillFunction,
} from "../ops/hook/hook-function.ts";
import { isTypedPath, type PathScope } from "./recorder.ts";
import { pathTextInScope } from "./sides.ts";
import type { PathArgument } from "./typed-path.ts";

/** A rule built in TypeScript: its data, where its paths start (`scope`), and the named lenses that it includes. */
export interface Rule {
  readonly data: RuleData;
  readonly scope: PathScope;
  readonly uses: readonly NamedLens[];
}

/** Rules as data, and the named lenses that they include. */
export interface InnerRules {
  readonly rules: readonly RuleData[];
  readonly uses: readonly NamedLens[];
}

/** Rules with a name. They can be included at several places, and within themselves. */
export interface NamedLens {
  readonly name: string;
  /** Builds the rules as data, for the two versions of the lens that includes them. */
  readonly build: (versions: PathScope["versions"]) => InnerRules;
}

/** The value of the option `unparsable`: the text with which the review fails if the rule cannot parse a value. */
export interface FailOption {
  readonly fail: string;
}

/** The options that every rule has. */
export interface RuleOptions {
  /**
   * `fail("text")`: if the rule cannot parse a value, the review fails with this text. Without it the value is preserved and
   * reported.
   */
  readonly unparsable?: FailOption;
  /**
   * By version, the value to fill in at the rule's path if the rule leaves it absent: a scalar, a list, `{ value }`, `{ read:
   * path }`, or `{ hook, reads: [path] }` with a function that gets the values at those paths. The last three also take `where`,
   * tests of the map that holds the path, and `returns`. When the object is converted back, a filled-in value counts as absent,
   * unless `returns` is true.
   */
  readonly fill?: Readonly<Record<string, FillOption>>;
  /**
   * One or more paths: of the other version if the rule names only one version, else of either version. A value preserved by this
   * rule is discarded when the value at one of them changes.
   */
  readonly beside?: PathArgument | readonly PathArgument[];
  /** By version, the values that count as absent: a scalar, a list, or a test `{ equals, in, less, more, where }`. */
  readonly omit?: Readonly<Record<string, TestOption>>;
}

type ScalarOrList = string | number | bigint | boolean | null | readonly unknown[];

/** What the option `fill` takes for one version. */
type FillOption =
  | ScalarOrList
  | ({ readonly where?: MemberTests; readonly returns?: boolean } & (
      | { readonly value: unknown }
      | { readonly read: string }
      | { readonly hook: FillFunction; readonly reads: readonly string[] }
    ));

/** What the option `omit` takes for one version. */
type TestOption = ScalarOrList | ValueTest;

/** Returns the value of the option `unparsable` that makes the review fail with a text. */
export function fail(text: string): FailOption {
  return { fail: text };
}

/**
 * Returns the members of a rule's data that every op has. Throws a TypeError if a version is neither of the lens's two, if `fill`
 * or `omit` has a wrong form, or if a path of `beside` is of another scope.
 */
export function commonRuleData(
  { unparsable, fill, omit, ...options }: RuleOptions,
  scope: PathScope,
): CommonRuleFields {
  const { versions } = scope;
  const beside = besidePaths(options).map((place) => pathTextInScope(scope, place));
  return {
    ...(unparsable !== undefined && { fail: unparsable.fail }),
    ...(beside.length > 0 && { beside }),
    ...(fill !== undefined && {
      fill: optionBySide("fill", fill, versions, builtFill),
    }),
    ...(omit !== undefined && {
      omit: optionBySide("omit", omit, versions, (value) => readTest(requireJson(value))),
    }),
  };
}

function builtFill(value: unknown): ReturnType<typeof readFill> {
  if (!isObject(value) || !isFunction(value["hook"])) return readFill(requireJson(value));
  const { hook: code, ...rest } = value;
  const form = readFill(requireJson({ ...rest, hook: code.name }));
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

/** Returns the options that only some ops have: all but the members of {@link RuleOptions}. */
export function opSpecificOptions<O extends RuleOptions>(options: O): Omit<O, keyof RuleOptions> {
  const { unparsable: _unparsable, fill: _fill, omit: _omit, beside: _beside, ...own } = options;
  return own;
}

/** Returns the paths of the option `beside` as a list. */
export function besidePaths({ beside = [] }: Pick<RuleOptions, "beside">): readonly PathArgument[] {
  return isTypedPath(beside) ? [beside] : beside;
}

/**
 * Turns an option that is given by version (`{ v2: … }`) into one by side (`{ to: … }`), each value parsed by `read`. Throws a
 * TypeError for an unknown version, or a value that `read` refuses. `what` is the option's name, for messages.
 */
export function optionBySide<T>(
  what: string,
  byVersion: Readonly<Record<string, unknown>>,
  versions: PathScope["versions"],
  read: (value: unknown) => { readonly read: T } | { readonly fault: string },
): Readonly<Partial<Record<Side, T>>> {
  const entries = Object.entries(byVersion).map(([version, value]) => {
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

/** Returns a value typed as JSON. Throws a TypeError for anything that is not JSON, such as a path, a function or undefined. */
export function requireJson(value: unknown): JsonValue {
  if (isTypedPath(value)) throw new TypeError("a path was given where a JSON value is required");
  if (isJson(value)) return value;
  throw new TypeError(`${String(value)} is not a JSON value`);
}

function isJson(value: unknown): value is JsonValue {
  if (value === null || ["string", "number", "bigint", "boolean"].includes(typeof value))
    return true;
  if (Array.isArray(value)) return value.every(isJson);
  return isObject(value) && Object.values(value).every(isJson);
}
