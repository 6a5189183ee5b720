import { type MemberTests, readMemberTests } from "../language/absence.ts";
import type { EachRule, ItemTest } from "../language/rule.ts";
import {
  commonRuleData,
  jsonOf,
  ownOptions,
  perSide,
  type Rule,
  type RuleOptions,
} from "./built-rule.ts";
import { type Inner, innerRules, optionalRules } from "./inner.ts";
import { recordedOf } from "./recorder.ts";
import type { Every, ItemOf, MemberName, Of, PathArgument, ValueOf } from "./reference.ts";
import {
  type AfterPath,
  acrossFrom,
  bySide,
  recordedPathText,
  sharedScope,
  sidesOf,
} from "./sides.ts";

type List = readonly unknown[];
type Items<T, U> = Inner<ItemOf<T>, ItemOf<U>>;

/** The options of {@link each}. */
interface EachOptions extends RuleOptions {
  /**
   * One or more members that identify an item of an atomic list. Only used to find an item again when preserved values are
   * applied.
   */
  readonly key?: string | readonly string[];
  /** `exact`: an item that replaced another in an atomic list gets none of the values preserved for the replaced one. */
  readonly align?: NonNullable<EachRule["align"]>;
  /** By version, tests of an item's members. Items that pass are converted; the others are preserved one by one. */
  readonly where?: Readonly<Record<string, MemberTests>>;
}

type EachRest = [rules: Inner<unknown, unknown>, options?: EachOptions | undefined];

/**
 * Converts the items of two lists one to one, in order. With `every(map)` it converts the values of two maps that have the same
 * keys.
 */
export function each<T, O>(path: Every<T, O>, rules: Inner<T, O>, options?: EachOptions): Rule;
export function each<T, U>(
  first: Every<T>,
  second: Every<U>,
  rules: Inner<T, U>,
  options?: EachOptions,
): Rule;
export function each<T, O>(path: Of<T, List, O>, rules: Items<T, O>, options?: EachOptions): Rule;
export function each<T, U>(
  first: Of<T, List>,
  second: Of<U, List>,
  rules: Items<T, U>,
  options?: EachOptions,
): Rule;
export function each(first: PathArgument, ...after: AfterPath<EachRest>): Rule {
  const { rest, ...sides } = sidesOf<EachRest>(first, after);
  const [build, options = {}] = rest;
  const { where, ...own } = ownOptions(options);
  const { rules, uses } = innerRules("each", sides, build);
  const pair = { from: itemsText(sides.pair.from), to: itemsText(sides.pair.to) };
  return {
    data: {
      op: "each",
      ...pair,
      rules,
      ...own,
      ...(where !== undefined && {
        where: perSide("where", where, sides.scope.versions, (tests) =>
          readMemberTests(jsonOf(tests)),
        ),
      }),
      ...commonRuleData(options, sides.scope),
    },
    scope: sides.scope,
    uses,
  };
}

/** Appends `[*]` to the path of items that are lists, such as `spec.rows[*]`: without it, `each` would convert the outer list. */
function itemsText(path: string): string {
  return path.endsWith("[*]") ? `${path}[*]` : path;
}

/** The options of {@link keyed}. */
interface KeyedOptions<T, U> extends RuleOptions {
  /**
   * The member of an item that holds the map's value. Without it the members of the map's value are members of the item, beside
   * the key.
   */
  readonly value?: MemberName<ItemOf<U>>;
  /** True: each value of the map has the key as a member too, and an item may lack the key. Can't be combined with `value`. */
  readonly inside?: boolean;
  /** Rules for the values of the map and the items of the list. */
  readonly rules?: Inner<ValueOf<T>, ItemOf<U>>;
}

type KeyedRest = [key: string, options?: KeyedOptions<unknown, unknown> | undefined];

/** A map at the first path; at the second a list of items, each with the map's key in its member `key`. */
export function keyed<T, O>(
  path: Of<T, object, O>,
  key: MemberName<ItemOf<O>>,
  options?: KeyedOptions<T, O>,
): Rule;
export function keyed<T, U>(
  first: Of<T, object>,
  second: Of<U, List>,
  key: MemberName<ItemOf<U>>,
  options?: KeyedOptions<T, U>,
): Rule;
export function keyed(first: PathArgument, ...after: AfterPath<KeyedRest>): Rule {
  const { rest, ...sides } = sidesOf<KeyedRest>(first, after);
  const [key, { value, inside, rules, ...options } = {}] = rest;
  const inner = optionalRules("keyed", sides, rules);
  return {
    data: {
      op: "keyed",
      ...sides.pair,
      inverted: sides.inverted,
      key,
      ...(value === undefined ? {} : { value }),
      ...(inside === undefined ? {} : { inside }),
      ...inner.data,
      ...commonRuleData(options, sides.scope),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** The options of {@link count}. */
interface CountOptions extends RuleOptions {
  /** The members of an item that hold the string and how often it occurs. Default `name` and `quantity`. */
  readonly name?: string;
  readonly quantity?: string;
  /**
   * How many repetitions a list may have, not counting the first occurrence of each string. With more the review fails. Default
   * 10,000.
   */
  readonly limit?: number;
}

type CountRest = [options?: CountOptions | undefined];

/** A list of strings with repeats at the first path; at the second each string once, as `{name, quantity}`. */
export function count<T, O>(path: Of<T, readonly string[], O>, options?: CountOptions): Rule;
export function count<T, U>(
  first: Of<T, readonly string[]>,
  second: Of<U, readonly object[]>,
  options?: CountOptions,
): Rule;
export function count(first: PathArgument, ...after: AfterPath<CountRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<CountRest>(first, after);
  const [options = {}] = rest;
  const own = ownOptions(options);
  return {
    data: { op: "count", ...pair, inverted, ...own, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}

/** The options of {@link single}. */
interface SingleOptions<T, U> extends RuleOptions {
  /** Rules for the item of the list and the second path's value. */
  readonly rules?: Inner<ItemOf<T>, U>;
}

type SingleRest = [options?: SingleOptions<unknown, unknown> | undefined];

/** A list of at most one item at the first path; the item itself at the second. */
export function single<T, O>(path: Of<T, List, O>, options?: SingleOptions<T, O>): Rule;
export function single<T, U>(
  first: Of<T, List>,
  second: PathArgument<U>,
  options?: SingleOptions<T, U>,
): Rule;
export function single(first: PathArgument, ...after: AfterPath<SingleRest>): Rule {
  const { rest, ...sides } = sidesOf<SingleRest>(first, after);
  const [{ rules, ...options } = {}] = rest;
  const inner = optionalRules("single", sides, rules);
  return {
    data: {
      op: "single",
      ...sides.pair,
      inverted: sides.inverted,
      ...inner.data,
      ...commonRuleData(options, sides.scope),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** One list at the first path; at the other two paths the items that pass the test, and the others. */
export function partition<T, U, V>(
  first: Of<T, List>,
  second: readonly [holding: Of<U, List>, rest: Of<V, List>],
  test: ItemTest & { readonly member: MemberName<ItemOf<T>> },
  options: RuleOptions = {},
): Rule {
  const whole = recordedOf(first);
  const scope = sharedScope([whole, ...second.map(recordedOf)]);
  const parts: readonly [string, string] = [
    recordedPathText(acrossFrom(whole, second[0])),
    recordedPathText(acrossFrom(whole, second[1])),
  ];
  const sides = bySide(whole.side, recordedPathText(whole), parts);
  return {
    data: { op: "partition", ...sides, test, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}
