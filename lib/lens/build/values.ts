import type { JsonValue } from "../../json/value.ts";
import type { DurationRule, DurationUnit, MapRule } from "../language/rule.ts";
import { common, jsonOf, type Rule, type RuleOptions } from "./built-rule.ts";
import type { Both, Of } from "./reference.ts";
import { sidesOf } from "./sides.ts";

/** In a table of `map`: the word is the same in both versions. */
export const same: unique symbol = Symbol("same");
export type Same = typeof same;

/** Each word of the first path with its word at the second; pairs where a word is no string. */
export type Table<T, U> =
  | ([T] extends [string] ? { readonly [Word in T]: Partner<Word, U> } : never)
  | readonly (readonly [T, U | Same])[];

type Partner<Word, U> = U | (unknown extends U ? Same : Word extends U ? Same : never);

/** What {@link map} may say besides. */
export interface MapOptions<T> extends RuleOptions {
  /** Of several words with one partner, those that the partner comes back as. */
  readonly home?: T | readonly T[];
}

/** Words that have other words in the other version. */
export function map<T, O>(
  path: Of<T, string | number | bigint | boolean, O>,
  table: Table<NoInfer<T>, NoInfer<O>>,
  options?: MapOptions<NoInfer<T>>,
): Rule;
export function map<T, U>(
  first: Of<T, string | number | bigint | boolean>,
  second: Of<U, string | number | bigint | boolean>,
  table: Table<NoInfer<T>, NoInfer<U>>,
  options?: MapOptions<NoInfer<T>>,
): Rule;
export function map(first: Of<unknown, unknown>, ...after: readonly unknown[]): Rule {
  type Rest = [table: object, options?: MapOptions<unknown>];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [table, { home, ...options } = {}] = rest;
  const data: MapRule = {
    op: "map",
    ...pair,
    ...(inverted ? { inverted } : {}),
    table: tableOf(table),
    ...(home === undefined ? {} : { home: jsonOf(home) }),
    ...common(options),
  };
  return { data, scope, uses: [] };
}

function tableOf(table: object): MapRule["table"] {
  if (Array.isArray(table)) return table.map(pairOf);
  return Object.fromEntries(
    Object.entries(table).map(([word, partner]) => [
      word,
      partner === same ? word : jsonOf(partner),
    ]),
  );
}

function pairOf(pair: unknown): readonly [JsonValue, JsonValue] {
  const [word, partner]: readonly unknown[] = Array.isArray(pair) ? pair : [];
  const first = jsonOf(word);
  return [first, partner === same ? first : jsonOf(partner)];
}

/** A boolean that means the opposite in the other version. */
export function not<T, O>(path: Both<T, O, boolean, boolean>, options?: RuleOptions): Rule;
export function not<T, U>(
  first: Of<T, boolean>,
  second: Of<U, boolean>,
  options?: RuleOptions,
): Rule;
export function not(first: Of<unknown, unknown>, ...after: readonly unknown[]): Rule {
  const { pair, scope, rest } = sidesOf<[RuleOptions?]>(first, after);
  return { data: { op: "not", ...pair, ...common(rest[0] ?? {}) }, scope, uses: [] };
}

/** A value that stands for absence on the side that cannot be without it (`false` of a plain boolean). */
export function optional<T>(path: Of<T, T>, absent: NoInfer<T>, options?: RuleOptions): Rule;
export function optional<T, U>(
  first: Of<T, U>,
  second: Of<U, T>,
  absent: NoInfer<T>,
  options?: RuleOptions,
): Rule;
export function optional(first: Of<unknown, unknown>, ...after: readonly unknown[]): Rule {
  const { pair, scope, rest } = sidesOf<[absent: unknown, options?: RuleOptions]>(first, after);
  const [absent, options = {}] = rest;
  return {
    data: { op: "optional", ...pair, absent: jsonOf(absent), ...common(options) },
    scope,
    uses: [],
  };
}

/** What {@link duration} may say besides. */
export interface DurationOptions extends RuleOptions {
  /** How what is no whole unit is rounded. Default: towards zero. */
  readonly round?: NonNullable<DurationRule["round"]>;
}

/** Text such as `1h30m` at the first path, a whole number of units at the second. */
export function duration<T, O>(
  path: Both<T, O, string, number | bigint>,
  unit: DurationUnit,
  options?: DurationOptions,
): Rule;
export function duration<T, U>(
  first: Of<T, string>,
  second: Of<U, number | bigint>,
  unit: DurationUnit,
  options?: DurationOptions,
): Rule;
export function duration(first: Of<unknown, unknown>, ...after: readonly unknown[]): Rule {
  type Rest = [unit: DurationUnit, options?: DurationOptions];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [unit, { unreadable: _, narrow: __, ...own } = {}] = rest;
  return {
    data: { op: "duration", ...pair, inverted, unit, ...own, ...common(rest[1] ?? {}) },
    scope,
    uses: [],
  };
}

/** A quantity such as `1Gi` at the first path, a whole count of the scale (`m`, `k`, `Mi`, `""`) at the second. */
export function quantity<T, O>(
  path: Both<T, O, string | number | bigint, number | bigint>,
  scale: string,
  options?: RuleOptions,
): Rule;
export function quantity<T, U>(
  first: Of<T, string | number | bigint>,
  second: Of<U, number | bigint>,
  scale: string,
  options?: RuleOptions,
): Rule;
export function quantity(first: Of<unknown, unknown>, ...after: readonly unknown[]): Rule {
  type Rest = [scale: string, options?: RuleOptions];
  const { pair, inverted, scope, rest } = sidesOf<Rest>(first, after);
  const [scale, options = {}] = rest;
  return {
    data: { op: "quantity", ...pair, inverted, scale, ...common(options) },
    scope,
    uses: [],
  };
}
