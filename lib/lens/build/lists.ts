import { type MemberTests, readMemberTests } from "../language/absence.ts";
import type { EachRule, ItemTest } from "../language/rule.ts";
import {
  commonRuleData,
  opSpecificOptions,
  optionBySide,
  type Rule,
  type RuleOptions,
  requireJson,
} from "./built-rule.ts";
import { type InnerRulesBuilder, innerRules, optionalRules } from "./inner-rules.ts";
import { recordedPathOf } from "./recorder.ts";
import {
  type ArgumentsAfterPath,
  bySide,
  recordedOnOtherSide,
  recordedPathText,
  sharedScope,
  sidesOf,
} from "./sides.ts";
import type {
  EveryValuePath,
  ItemOf,
  MemberName,
  PathArgument,
  ReadablePath,
  ValueOf,
} from "./typed-path.ts";

type List = readonly unknown[];
type Items<T, U> = InnerRulesBuilder<ItemOf<T>, ItemOf<U>>;

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

type EachRest = [rules: InnerRulesBuilder<unknown, unknown>, options?: EachOptions | undefined];

/**
 * Converts the items of two lists one to one, in order. With `every(map)` it converts the values of two maps that have the same
 * keys.
 */
export function each<T, O>(
  path: EveryValuePath<T, O>,
  rules: InnerRulesBuilder<T, O>,
  options?: EachOptions,
): Rule;
export function each<T, U>(
  first: EveryValuePath<T>,
  second: EveryValuePath<U>,
  rules: InnerRulesBuilder<T, U>,
  options?: EachOptions,
): Rule;
export function each<T, O>(
  path: ReadablePath<T, List, O>,
  rules: Items<T, O>,
  options?: EachOptions,
): Rule;
export function each<T, U>(
  first: ReadablePath<T, List>,
  second: ReadablePath<U, List>,
  rules: Items<T, U>,
  options?: EachOptions,
): Rule;
export function each(first: PathArgument, ...after: ArgumentsAfterPath<EachRest>): Rule {
  const { rest, ...sides } = sidesOf<EachRest>(first, after);
  const [build, options = {}] = rest;
  const { where, ...own } = opSpecificOptions(options);
  const { rules, uses } = innerRules("each", sides, build);
  const pair = { from: itemsText(sides.pair.from), to: itemsText(sides.pair.to) };
  return {
    data: {
      op: "each",
      ...pair,
      rules,
      ...own,
      ...(where !== undefined && {
        where: optionBySide("where", where, sides.scope.versions, (tests) =>
          readMemberTests(requireJson(tests)),
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
  readonly rules?: InnerRulesBuilder<ValueOf<T>, ItemOf<U>>;
}

type KeyedRest = [key: string, options?: KeyedOptions<unknown, unknown> | undefined];

/** A map at the first path; at the second a list of items, each with the map's key in its member `key`. */
export function keyed<T, O>(
  path: ReadablePath<T, object, O>,
  key: MemberName<ItemOf<O>>,
  options?: KeyedOptions<T, O>,
): Rule;
export function keyed<T, U>(
  first: ReadablePath<T, object>,
  second: ReadablePath<U, List>,
  key: MemberName<ItemOf<U>>,
  options?: KeyedOptions<T, U>,
): Rule;
export function keyed(first: PathArgument, ...after: ArgumentsAfterPath<KeyedRest>): Rule {
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
export function count<T, O>(
  path: ReadablePath<T, readonly string[], O>,
  options?: CountOptions,
): Rule;
export function count<T, U>(
  first: ReadablePath<T, readonly string[]>,
  second: ReadablePath<U, readonly object[]>,
  options?: CountOptions,
): Rule;
export function count(first: PathArgument, ...after: ArgumentsAfterPath<CountRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<CountRest>(first, after);
  const [options = {}] = rest;
  const own = opSpecificOptions(options);
  return {
    data: { op: "count", ...pair, inverted, ...own, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}

/** The options of {@link single}. */
interface SingleOptions<T, U> extends RuleOptions {
  /** Rules for the item of the list and the second path's value. */
  readonly rules?: InnerRulesBuilder<ItemOf<T>, U>;
}

type SingleRest = [options?: SingleOptions<unknown, unknown> | undefined];

/** A list of at most one item at the first path; the item itself at the second. */
export function single<T, O>(path: ReadablePath<T, List, O>, options?: SingleOptions<T, O>): Rule;
export function single<T, U>(
  first: ReadablePath<T, List>,
  second: PathArgument<U>,
  options?: SingleOptions<T, U>,
): Rule;
export function single(first: PathArgument, ...after: ArgumentsAfterPath<SingleRest>): Rule {
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
  first: ReadablePath<T, List>,
  second: readonly [holding: ReadablePath<U, List>, rest: ReadablePath<V, List>],
  test: ItemTest & { readonly member: MemberName<ItemOf<T>> },
  options: RuleOptions = {},
): Rule {
  const whole = recordedPathOf(first);
  const scope = sharedScope([whole, ...second.map(recordedPathOf)]);
  const parts: readonly [string, string] = [
    recordedPathText(recordedOnOtherSide(whole, second[0])),
    recordedPathText(recordedOnOtherSide(whole, second[1])),
  ];
  const sides = bySide(whole.side, recordedPathText(whole), parts);
  return {
    data: { op: "partition", ...sides, test, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}
