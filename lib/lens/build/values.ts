import type { JsonValue } from "../../json/value.ts";
import type { DurationRule, DurationUnit, MapRule } from "../language/rule.ts";
import { sameWord } from "../ops/map/codec.ts";
import { common, jsonOf, ownOptions, perSide, type Rule, type RuleOptions } from "./built-rule.ts";
import type { Both, Of } from "./reference.ts";
import { type AfterPath, sidesOf } from "./sides.ts";

/** In a table of `map`: the word is the same in both versions. */
export const same: unique symbol = Symbol("same");
type Same = typeof same;

/** Each word of the first path with its word at the second; pairs where a word is not a string. */
type Table<T, U> =
  | ([T] extends [string] ? { readonly [Word in T]: Partner<Word, U> } : never)
  | readonly (readonly [T, U | Same])[];

type Partner<Word, U> = U | (unknown extends U ? Same : Word extends U ? Same : never);

/** What {@link map} may say besides. */
interface MapOptions<T> extends RuleOptions {
  /** Of several words with one partner, those that the partner comes back as. */
  readonly backTo?: T | readonly T[];
  /** By version, what a word becomes there that the table does not name; {@link same}: the word itself. */
  readonly else?: Readonly<Record<string, unknown>>;
}

type MapRest = [table: object, options?: MapOptions<unknown> | undefined];

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
export function map(first: Of<unknown, unknown>, ...after: AfterPath<MapRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<MapRest>(first, after);
  const [table, { backTo, else: otherwise, ...options } = {}] = rest;
  const data: MapRule = {
    op: "map",
    ...pair,
    ...(inverted ? { inverted } : {}),
    table: tableOf(table),
    ...(backTo === undefined ? {} : { backTo: jsonOf(backTo) }),
    ...(otherwise === undefined
      ? {}
      : { else: perSide("else", otherwise, scope.versions, elseWord) }),
    ...common(options, scope),
  };
  return { data, scope, uses: [] };
}

function elseWord(word: unknown): { readonly read: JsonValue } {
  return { read: word === same ? sameWord : jsonOf(word) };
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

/** What a rule that writes integers may say besides. */
export interface ClampOptions extends RuleOptions {
  /** True: an integer beyond the bounds of its place becomes the nearest one within, and the value is preserved. */
  readonly clamp?: boolean;
}

/** What {@link duration} may say besides. */
interface DurationOptions extends ClampOptions {
  /** How what is not a whole unit is rounded. Default: towards zero. */
  readonly round?: NonNullable<DurationRule["round"]>;
}

type DurationRest = [unit: DurationUnit, options?: DurationOptions | undefined];

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
export function duration(first: Of<unknown, unknown>, ...after: AfterPath<DurationRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<DurationRest>(first, after);
  const [unit, options = {}] = rest;
  const own = ownOptions(options);
  return {
    data: { op: "duration", ...pair, inverted, unit, ...own, ...common(options, scope) },
    scope,
    uses: [],
  };
}

type QuantityRest = [scale: string, options?: ClampOptions | undefined];

/** A quantity such as `1Gi` at the first path, a whole count of the scale (`m`, `k`, `Mi`, `""`) at the second. */
export function quantity<T, O>(
  path: Both<T, O, string | number | bigint, number | bigint>,
  scale: string,
  options?: ClampOptions,
): Rule;
export function quantity<T, U>(
  first: Of<T, string | number | bigint>,
  second: Of<U, number | bigint>,
  scale: string,
  options?: ClampOptions,
): Rule;
export function quantity(first: Of<unknown, unknown>, ...after: AfterPath<QuantityRest>): Rule {
  const { pair, inverted, scope, rest } = sidesOf<QuantityRest>(first, after);
  const [scale, { clamp, ...options } = {}] = rest;
  return {
    data: {
      op: "quantity",
      ...pair,
      inverted,
      scale,
      ...(clamp !== undefined && { clamp }),
      ...common(options, scope),
    },
    scope,
    uses: [],
  };
}
