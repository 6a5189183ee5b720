import { type MemberTests, readMemberTests } from "../language/absence.ts";
import type { EachRule, ItemTest } from "../language/rule.ts";
import { common, jsonOf, ownOptions, perSide, type Rule, type RuleOptions } from "./built-rule.ts";
import { type Inner, innerRules, optionalRules } from "./inner.ts";
import { recordedOf } from "./recorder.ts";
import type { Every, ItemOf, MemberName, Of, Place, ValueOf } from "./reference.ts";
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

/** What {@link each} may say besides. */
interface EachOptions extends RuleOptions {
  /** Members that tell the items of an atomic list apart, for the stash only. */
  readonly key?: string | readonly string[];
  /** `exact`: an item that was replaced inherits nothing that was preserved for the one before it. */
  readonly align?: NonNullable<EachRule["align"]>;
  /** By version, tests of the members of an item: those that pass are converted, the others are preserved one by one. */
  readonly where?: Readonly<Record<string, MemberTests>>;
}

type EachRest = [rules: Inner<unknown, unknown>, options?: EachOptions | undefined];

/** What becomes of the items of a list, one to one; or, of `every(map)`, of the values of a map with any keys. */
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
export function each(first: Place, ...after: AfterPath<EachRest>): Rule {
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
      ...common(options, sides.scope),
    },
    scope: sides.scope,
    uses,
  };
}

/** The path of an `each` over a list that is itself an item of a list: it needs a step of its own. */
function itemsText(path: string): string {
  return path.endsWith("[*]") ? `${path}[*]` : path;
}

/** What {@link keyed} may say besides. */
interface KeyedOptions<T, U> extends RuleOptions {
  /** The item's member that holds the map's value; without it the value's own members stand beside the key. */
  readonly value?: MemberName<ItemOf<U>>;
  /** True: the map's values hold the key too, and an item may lack it. Not with `value`. */
  readonly inside?: boolean;
  /** What becomes of the values. */
  readonly rules?: Inner<ValueOf<T>, ItemOf<U>>;
}

type KeyedRest = [key: string, options?: KeyedOptions<unknown, unknown> | undefined];

/** A map at the first path, a list whose items bear the map's key at the second. */
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
export function keyed(first: Place, ...after: AfterPath<KeyedRest>): Rule {
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
      ...common(options, sides.scope),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** What {@link count} may say besides. */
interface CountOptions extends RuleOptions {
  /** The items' members. Default `name` and `quantity`. */
  readonly name?: string;
  readonly quantity?: string;
  /** Strings that may stand again after the first of their kind; more fail the review. Default 10,000. */
  readonly limit?: number;
}

type CountRest = [options?: CountOptions | undefined];

/** Strings, each as often as it counts, at the first path; `{name, quantity}` at the second. */
export function count<T, O>(path: Of<T, readonly string[], O>, options?: CountOptions): Rule;
export function count<T, U>(
  first: Of<T, readonly string[]>,
  second: Of<U, readonly object[]>,
  options?: CountOptions,
): Rule;
export function count(first: Place, ...after: AfterPath<CountRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<CountRest>(first, after);
  const [options = {}] = rest;
  const own = ownOptions(options);
  return {
    data: { op: "count", ...pair, inverted, ...own, ...common(options, scope) },
    scope,
    uses: [],
  };
}

/** What {@link single} may say besides. */
interface SingleOptions<T, U> extends RuleOptions {
  /** What becomes of the item. */
  readonly rules?: Inner<ItemOf<T>, U>;
}

type SingleRest = [options?: SingleOptions<unknown, unknown> | undefined];

/** A list at the first path, its only item at the second. */
export function single<T, O>(path: Of<T, List, O>, options?: SingleOptions<T, O>): Rule;
export function single<T, U>(
  first: Of<T, List>,
  second: Place<U>,
  options?: SingleOptions<T, U>,
): Rule;
export function single(first: Place, ...after: AfterPath<SingleRest>): Rule {
  const { rest, ...sides } = sidesOf<SingleRest>(first, after);
  const [{ rules, ...options } = {}] = rest;
  const inner = optionalRules("single", sides, rules);
  return {
    data: {
      op: "single",
      ...sides.pair,
      inverted: sides.inverted,
      ...inner.data,
      ...common(options, sides.scope),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** One list at the first path; at the others, the items for which the test holds and the rest. */
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
  return { data: { op: "partition", ...sides, test, ...common(options, scope) }, scope, uses: [] };
}
