import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { KeyPath } from "../language/path.ts";
import { otherSide, type Side } from "../language/side.ts";
import { isUnlawful } from "../ops/unlawful.ts";
import { innerOf } from "../place/locate.ts";
import type { Scope, ScopedLens, ScopeRule } from "../place/scoped.ts";
import { below, type ObjectPlace, placeOf, type Trail } from "../place/trail.ts";

type Part = JsonValue | undefined;

/** What an entry would say over there, what is said without it, and what is on the table; undefined is absent. */
export interface Sayings {
  readonly said: Part;
  /** What is said, as the server fills it in; the same as `said` where that is not asked for. */
  readonly filled: Part;
  readonly without: Part;
  readonly table: Part;
  /** What says it: the object with the entry, and without. */
  readonly completed: Part;
  readonly base: Part;
  /** Where that stands in the object. */
  readonly at?: Trail;
}

/** Where the sayings are told apart: the bodies of one side of a lens. */
export interface Audience {
  readonly lens: ScopedLens;
  readonly side: Side;
  /** No rule of the lens is unlawful: what is said alike needs no second look. */
  readonly isLawful: boolean;
  /** Hears of every place that is not seen; left out, the first one ends the search. */
  readonly unseen?: (...at: readonly Trail[]) => void;
}

/** True where no rule of a lens is unlawful. */
export function isLawful({ data }: ScopedLens): boolean {
  const { lenses = {} } = data;
  return [data.rules, ...Object.values(lenses)].every((rules) =>
    rules.every((rule) => !isUnlawful(rule, lenses)),
  );
}

/**
 * True where, wherever what is said differs from what is said without, it is what is on the table: rule by rule and
 * binding by binding, since half of one rule's values with half of another saying's are neither. An unlawful rule may say
 * the same of what is not the same: what its entries say must be what is on the table in any case.
 */
export function isSeen(sayings: Sayings, audience: Audience): boolean {
  return seenInScope(sayings, audience.lens.root, audience);
}

/** Where in the object with the entries {@link isSeen} is false: of each rule all the places that it reads. */
export function unseenPlaces(
  sayings: Sayings,
  audience: Audience,
): readonly (readonly ObjectPlace[])[] {
  const places: (readonly ObjectPlace[])[] = [];
  isSeen(sayings, { ...audience, unseen: (...at) => places.push(at.map(placeOf)) });
  return places;
}

function seenInScope(sayings: Sayings, scope: Scope, audience: Audience): boolean {
  const { said, without } = sayings;
  if (audience.isLawful && equal(said, without)) return true;
  if (!isObject(said) || !isObject(without)) return isSeenWhole(sayings, audience);
  const isByRules = all(scope.rules, audience, (rule) => seenByRule(sayings, rule, audience));
  if (claimsAll(scope, audience.side) || (!isByRules && audience.unseen === undefined)) {
    return isByRules;
  }
  return seenBeside(sayings, claimsOf(scope, audience.side), audience) && isByRules;
}

/** True where a test holds for all; where places are wanted, each is tried. */
function all<T>(values: readonly T[], { unseen }: Audience, test: (value: T) => boolean): boolean {
  if (unseen === undefined) return values.every(test);
  return values.map(test).every((isHeld) => isHeld);
}

/** What is told as a whole. */
function isSeenWhole(sayings: Sayings, { unseen }: Audience): boolean {
  if (isAlike([sayings]) || isOnTable([sayings])) return true;
  unseen?.(sayings.at);
  return false;
}

/** True where a rule claims the scope's very root: nothing is beside it. */
function claimsAll({ rules }: Scope, side: Side): boolean {
  return rules.some((rule) => rule[side].some((path) => path.length === 0));
}

function isAlike(sayings: readonly Sayings[]): boolean {
  return sayings.every(({ said, without }) => equal(said, without));
}

function isOnTable(sayings: readonly Sayings[]): boolean {
  return (
    sayings.every(({ said, table }) => equal(said, table)) ||
    sayings.every(({ filled, table }) => equal(filled, table))
  );
}

function seenByRule(sayings: Sayings, rule: ScopeRule, audience: Audience): boolean {
  const inner = innerOf(audience.lens, rule);
  const own = rule[otherSide(audience.side)];
  const parts = rule[audience.side].map((path) => partAt(sayings, path, own[0]));
  const [part] = parts;
  if (rule.action.type === "hole" || part === undefined) return true;
  if (inner === undefined) {
    if (isOnTable(parts)) return true;
    if (isAlike(parts) && !(isUnlawfulHere(rule, audience) && isTouched(sayings, own))) return true;
    audience.unseen?.(...own.map((path) => below(sayings.at, path)));
    return false;
  }
  if (rule.action.type === "items") return seenInItems(part, inner, audience);
  if (rule.action.type === "values") return seenInValues(part, inner, audience);
  return seenInScope(part, inner, audience);
}

function isUnlawfulHere({ data }: ScopeRule, { isLawful, lens }: Audience): boolean {
  return !isLawful && data !== undefined && isUnlawful(data, lens.data.lenses);
}

/** True where entries change what the rule reads. */
function isTouched({ completed, base }: Sayings, paths: readonly KeyPath[]): boolean {
  return paths.some((path) => !equal(valueAt(completed, path), valueAt(base, path)));
}

function partAt(sayings: Sayings, path: KeyPath, own: KeyPath = path): Sayings {
  return {
    said: valueAt(sayings.said, path),
    filled: valueAt(sayings.filled, path),
    without: valueAt(sayings.without, path),
    table: valueAt(sayings.table, path),
    completed: valueAt(sayings.completed, own),
    base: valueAt(sayings.base, own),
    at: below(sayings.at, own),
  };
}

function seenInItems(sayings: Sayings, inner: Scope, audience: Audience): boolean {
  const { said, without, table } = sayings;
  if (audience.isLawful && equal(said, without)) return true;
  const lists = [said, without, table].filter(isArray);
  if (lists.length < 3 || lists.some(({ length }) => length !== lists[0]?.length)) {
    return isSeenWhole(sayings, audience);
  }
  const indexes = (lists[0] ?? []).map((_, index) => index);
  return all(indexes, audience, (index) =>
    seenInScope(
      {
        said: itemAt(said, index),
        filled: itemAt(sayings.filled, index),
        without: itemAt(without, index),
        table: itemAt(table, index),
        completed: itemAt(sayings.completed, index),
        base: itemAt(sayings.base, index),
        at: { above: sayings.at, step: index },
      },
      inner,
      audience,
    ),
  );
}

function itemAt(list: Part, index: number): Part {
  return isArray(list) ? list[index] : undefined;
}

function seenInValues(sayings: Sayings, inner: Scope, audience: Audience): boolean {
  const { said, without } = sayings;
  if (!isObject(said) || !isObject(without)) return isSeenWhole(sayings, audience);
  return all(keysOf(said, without), audience, (key) =>
    seenInScope(partAt(sayings, [key]), inner, audience),
  );
}

function keysOf(...maps: readonly JsonObject[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}

/** The places that a scope claims, as a tree along keys; an empty one is a claim. */
interface Claims extends ReadonlyMap<string, Claims> {}

function claimsOf({ rules }: Scope, side: Side): Claims {
  return treeOf(rules.flatMap((rule) => rule[side]));
}

function treeOf(paths: readonly KeyPath[]): Claims {
  const keys = new Set(paths.flatMap(([key]) => key ?? []));
  return new Map(
    [...keys].map((key) => {
      const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
      return [key, below.some(({ length }) => length === 0) ? new Map() : treeOf(below)];
    }),
  );
}

/** The same for what no rule claims. A map that only holds what rules claim may be on the table with more in it. */
function seenBeside(sayings: Sayings, claims: Claims, audience: Audience): boolean {
  const { said, without, table } = sayings;
  if (!isObject(said)) return isSeenWhole(sayings, audience);
  const isNew = without === undefined && isObject(table);
  if (!isObject(without) && !isNew) return isSeenWhole(sayings, audience);
  return all(keysOf(said, isObject(without) ? without : {}), audience, (key) => {
    const inner = claims.get(key);
    const part = partAt(sayings, [key]);
    if (inner === undefined) return isSeenWhole(part, audience);
    return inner.size === 0 || seenBeside(part, inner, audience);
  });
}
