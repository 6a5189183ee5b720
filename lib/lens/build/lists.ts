import type { EachRule, ItemTest } from "../language/rule.ts";
import { common, type Rule, type RuleOptions } from "./built-rule.ts";
import { type Inner, innerRules, optionalRules } from "./inner.ts";
import { recordedOf } from "./recorder.ts";
import type { ItemOf, MemberName, Of, Place, ValueOf } from "./reference.ts";
import { acrossFrom, bySide, sharedScope, sidesOf, textOf } from "./sides.ts";

type List = readonly unknown[];
type Items<T, U> = Inner<ItemOf<T>, ItemOf<U>>;

/** What {@link each} may say besides. */
export interface EachOptions extends RuleOptions {
  /** Members that tell the items of an atomic list apart, for the stash only. */
  readonly key?: string | readonly string[];
  /** `exact`: an item that was replaced inherits nothing that was kept for the one before it. */
  readonly align?: NonNullable<EachRule["align"]>;
}

/** What becomes of the items of a list, one to one. */
export function each<T, O>(path: Of<T, List, O>, rules: Items<T, O>, options?: EachOptions): Rule;
export function each<T, U>(
  first: Of<T, List>,
  second: Of<U, List>,
  rules: Items<T, U>,
  options?: EachOptions,
): Rule;
export function each(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [rules: Inner<unknown, unknown>, options?: EachOptions];
  const { rest, ...sides } = sidesOf<Rest>(first, after);
  const [build, { unreadable: _, narrow: __, ...own } = {}] = rest;
  const { rules, uses } = innerRules("each", sides, build);
  return {
    data: { op: "each", ...sides.pair, rules, ...own, ...common(rest[1] ?? {}) },
    scope: sides.scope,
    uses,
  };
}

/** What becomes of the values of a map with free keys, key by key. */
export function eachValue<T, O>(
  path: Of<T, object, O>,
  rules: Inner<ValueOf<T>, ValueOf<O>>,
  options?: RuleOptions,
): Rule;
export function eachValue<T, U>(
  first: Of<T, object>,
  second: Of<U, object>,
  rules: Inner<ValueOf<T>, ValueOf<U>>,
  options?: RuleOptions,
): Rule;
export function eachValue(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [rules: Inner<unknown, unknown>, options?: RuleOptions];
  const { rest, ...sides } = sidesOf<Rest>(first, after);
  const [build, options = {}] = rest;
  const { rules, uses } = innerRules("eachValue", sides, build);
  return {
    data: { op: "eachValue", ...sides.pair, rules, ...common(options) },
    scope: sides.scope,
    uses,
  };
}

/** What {@link keyed} may say besides. */
export interface KeyedOptions<T, U> extends RuleOptions {
  /** The item's member that holds the map's value; without it the value's own members stand beside the key. */
  readonly value?: MemberName<ItemOf<U>>;
  /** What becomes of the values. */
  readonly rules?: Inner<ValueOf<T>, ItemOf<U>>;
}

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
export function keyed(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [key: string, options?: KeyedOptions<unknown, unknown>];
  const { rest, ...sides } = sidesOf<Rest>(first, after);
  const [key, { value, rules, ...options } = {}] = rest;
  const inner = optionalRules("keyed", sides, rules);
  return {
    data: {
      op: "keyed",
      ...sides.pair,
      inverted: sides.inverted,
      key,
      ...(value === undefined ? {} : { value }),
      ...inner.data,
      ...common(options),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** What {@link count} may say besides. */
export interface CountOptions extends RuleOptions {
  /** The items' members. Default `name` and `quantity`. */
  readonly name?: string;
  readonly quantity?: string;
  /** Strings that may stand again after the first of their kind; more fail the review. Default 10,000. */
  readonly limit?: number;
}

/** Strings, each as often as it counts, at the first path; `{name, quantity}` at the second. */
export function count<T, O>(path: Of<T, readonly string[], O>, options?: CountOptions): Rule;
export function count<T, U>(
  first: Of<T, readonly string[]>,
  second: Of<U, readonly object[]>,
  options?: CountOptions,
): Rule;
export function count(first: Place, ...after: readonly unknown[]): Rule {
  const { pair, inverted, scope, rest } = sidesOf<[CountOptions?]>(first, after);
  const { unreadable: _, narrow: __, ...own } = rest[0] ?? {};
  return {
    data: { op: "count", ...pair, inverted, ...own, ...common(rest[0] ?? {}) },
    scope,
    uses: [],
  };
}

/** Scalars at the first path, maps with one member at the second. */
export function wrap<T>(path: Of<T, List>, key: string, options?: RuleOptions): Rule;
export function wrap<T, U>(
  first: Of<T, List>,
  second: Of<U, readonly object[]>,
  key: MemberName<ItemOf<U>>,
  options?: RuleOptions,
): Rule;
export function wrap(first: Place, ...after: readonly unknown[]): Rule {
  type Rest = [key: string, options?: RuleOptions];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [key, options = {}] = rest;
  return { data: { op: "wrap", ...pair, inverted, key, ...common(options) }, scope, uses: [] };
}

/** What {@link single} may say besides. */
export interface SingleOptions<T, U> extends RuleOptions {
  /** What becomes of the item. */
  readonly rules?: Inner<ItemOf<T>, U>;
}

/** A list at the first path, its only item at the second. */
export function single<T, O>(path: Of<T, List, O>, options?: SingleOptions<T, O>): Rule;
export function single<T, U>(
  first: Of<T, List>,
  second: Place<U>,
  options?: SingleOptions<T, U>,
): Rule;
export function single(first: Place, ...after: readonly unknown[]): Rule {
  const { rest, ...sides } = sidesOf<[SingleOptions<unknown, unknown>?]>(first, after);
  const { rules, ...options } = rest[0] ?? {};
  const inner = optionalRules("single", sides, rules);
  return {
    data: {
      op: "single",
      ...sides.pair,
      inverted: sides.inverted,
      ...inner.data,
      ...common(options),
    },
    scope: sides.scope,
    uses: inner.uses,
  };
}

/** What {@link conditions} may say besides. */
export interface ConditionsOptions<T, U> extends RuleOptions {
  /** What becomes of each condition. */
  readonly rules?: Items<T, U>;
}

/** Lists of conditions, by their `type`. */
export function conditions<T, O>(
  path: Of<T, readonly object[], O>,
  options?: ConditionsOptions<T, O>,
): Rule;
export function conditions<T, U>(
  first: Of<T, readonly object[]>,
  second: Of<U, readonly object[]>,
  options?: ConditionsOptions<T, U>,
): Rule;
export function conditions(first: Place, ...after: readonly unknown[]): Rule {
  const { rest, ...sides } = sidesOf<[ConditionsOptions<unknown, unknown>?]>(first, after);
  const { rules, ...options } = rest[0] ?? {};
  const inner = optionalRules("conditions", sides, rules);
  return {
    data: { op: "conditions", ...sides.pair, ...inner.data, ...common(options) },
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
    textOf(acrossFrom(whole, second[0])),
    textOf(acrossFrom(whole, second[1])),
  ];
  const sides = bySide(whole.side, textOf(whole), parts);
  return { data: { op: "partition", ...sides, test, ...common(options) }, scope, uses: [] };
}
