import type { JsonValue } from "../../json/value.ts";
import type { DurationRule, DurationUnit, MapRule } from "../language/rule.ts";
import { sameWord } from "../ops/map/codec.ts";
import {
  commonRuleData,
  opSpecificOptions,
  optionBySide,
  type Rule,
  type RuleOptions,
  requireJson,
} from "./built-rule.ts";
import { type ArgumentsAfterPath, sidesOf } from "./sides.ts";
import type { ReadableInBoth, ReadablePath } from "./typed-path.ts";

/** In the table or `else` of {@link map}: the word is the same in both versions. */
export const same: unique symbol = Symbol("same");
type Same = typeof same;

/** The words of the first path with their words at the second; as a list of pairs if they are not strings. */
type Table<T, U> =
  | ([T] extends [string] ? { readonly [Word in T]: Partner<Word, U> } : never)
  | readonly (readonly [T, U | Same])[];

type Partner<Word, U> = U | (unknown extends U ? Same : Word extends U ? Same : never);

/** The options of {@link map}. */
interface MapOptions<T> extends RuleOptions {
  /** If several words of the first path have the same partner: the words that such partners are converted back to. */
  readonly backTo?: T | readonly T[];
  /** By version, what a word becomes in that version if the table does not list it; {@link same} for the word itself. */
  readonly else?: Readonly<Record<string, unknown>>;
}

type MapRest = [table: object, options?: MapOptions<unknown> | undefined];

/** Converts words by a table: each word at the first path has a partner at the second. */
export function map<T, O>(
  path: ReadablePath<T, string | number | bigint | boolean, O>,
  table: Table<NoInfer<T>, NoInfer<O>>,
  options?: MapOptions<NoInfer<T>>,
): Rule;
export function map<T, U>(
  first: ReadablePath<T, string | number | bigint | boolean>,
  second: ReadablePath<U, string | number | bigint | boolean>,
  table: Table<NoInfer<T>, NoInfer<U>>,
  options?: MapOptions<NoInfer<T>>,
): Rule;
export function map(
  first: ReadablePath<unknown, unknown>,
  ...after: ArgumentsAfterPath<MapRest>
): Rule {
  const { pair, inverted, scope, rest } = sidesOf<MapRest>(first, after);
  const [table, { backTo, else: otherwise, ...options } = {}] = rest;
  const data: MapRule = {
    op: "map",
    ...pair,
    ...(inverted ? { inverted } : {}),
    table: tableOf(table),
    ...(backTo === undefined ? {} : { backTo: requireJson(backTo) }),
    ...(otherwise === undefined
      ? {}
      : { else: optionBySide("else", otherwise, scope.versions, elseWord) }),
    ...commonRuleData(options, scope),
  };
  return { data, scope, uses: [] };
}

function elseWord(word: unknown): { readonly read: JsonValue } {
  return { read: word === same ? sameWord : requireJson(word) };
}

function tableOf(table: object): MapRule["table"] {
  if (Array.isArray(table)) return table.map(pairOf);
  return Object.fromEntries(
    Object.entries(table).map(([word, partner]) => [
      word,
      partner === same ? word : requireJson(partner),
    ]),
  );
}

function pairOf(pair: unknown): readonly [JsonValue, JsonValue] {
  const [word, partner]: readonly unknown[] = Array.isArray(pair) ? pair : [];
  const first = requireJson(word);
  return [first, partner === same ? first : requireJson(partner)];
}

/** The options of a rule that converts integers. */
export interface ClampOptions extends RuleOptions {
  /**
   * True: an integer outside the bounds that either version's schema sets for integers is converted as the nearest integer
   * within them, and the original is preserved.
   */
  readonly clamp?: boolean;
}

/** The options of {@link duration}. */
interface DurationOptions extends ClampOptions {
  /**
   * How to round a duration that is not a whole number of units: `zero` (toward zero, the default), `up` (away from zero) or
   * `nearest`.
   */
  readonly round?: NonNullable<DurationRule["round"]>;
}

type DurationRest = [unit: DurationUnit, options?: DurationOptions | undefined];

/** A duration such as `1h30m` at the first path, a whole number of the unit at the second. */
export function duration<T, O>(
  path: ReadableInBoth<T, O, string, number | bigint>,
  unit: DurationUnit,
  options?: DurationOptions,
): Rule;
export function duration<T, U>(
  first: ReadablePath<T, string>,
  second: ReadablePath<U, number | bigint>,
  unit: DurationUnit,
  options?: DurationOptions,
): Rule;
export function duration(
  first: ReadablePath<unknown, unknown>,
  ...after: ArgumentsAfterPath<DurationRest>
): Rule {
  const { pair, inverted, scope, rest } = sidesOf<DurationRest>(first, after);
  const [unit, options = {}] = rest;
  const own = opSpecificOptions(options);
  return {
    data: { op: "duration", ...pair, inverted, unit, ...own, ...commonRuleData(options, scope) },
    scope,
    uses: [],
  };
}

type QuantityRest = [scale: string, options?: ClampOptions | undefined];

/**
 * A quantity such as `1Gi` at the first path; at the second a whole number in units of `scale`: a suffix (`m`, `k`, `Mi`) or
 * `""` for single units.
 */
export function quantity<T, O>(
  path: ReadableInBoth<T, O, string | number | bigint, number | bigint>,
  scale: string,
  options?: ClampOptions,
): Rule;
export function quantity<T, U>(
  first: ReadablePath<T, string | number | bigint>,
  second: ReadablePath<U, number | bigint>,
  scale: string,
  options?: ClampOptions,
): Rule;
export function quantity(
  first: ReadablePath<unknown, unknown>,
  ...after: ArgumentsAfterPath<QuantityRest>
): Rule {
  const { pair, inverted, scope, rest } = sidesOf<QuantityRest>(first, after);
  const [scale, { clamp, ...options } = {}] = rest;
  return {
    data: {
      op: "quantity",
      ...pair,
      inverted,
      scale,
      ...(clamp !== undefined && { clamp }),
      ...commonRuleData(options, scope),
    },
    scope,
    uses: [],
  };
}
