import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { innerOf } from "./locate.ts";
import { valueAt } from "./pass.ts";
import type { KeyPath } from "./path.ts";
import type { Side } from "./placed.ts";
import type { Scope, ScopedLens, ScopeRule } from "./scope.ts";

type Part = JsonValue | undefined;

/** What an entry would say over there, what is said without it, and what is on the table; undefined is absent. */
export interface Sayings {
  readonly said: Part;
  readonly without: Part;
  readonly table: Part;
}

/** Where the sayings are told apart: the bodies of one side of a lens. */
export interface Audience {
  readonly lens: ScopedLens;
  readonly side: Side;
}

/**
 * True where, wherever what is said differs from what is said without, it is what is on the table: rule by rule and
 * binding by binding, since half of one rule's values with half of another saying's are neither.
 */
export function isSeen(sayings: Sayings, audience: Audience): boolean {
  return seenInScope(sayings, audience.lens.root, audience);
}

function seenInScope(sayings: Sayings, scope: Scope, audience: Audience): boolean {
  const { said, without } = sayings;
  if (equal(said, without)) return true;
  if (!isObject(said) || !isObject(without)) return isOnTable([sayings]);
  return (
    scope.rules.every((rule) => seenByRule(sayings, rule, audience)) &&
    seenBeside(sayings, claimsOf(scope, audience.side))
  );
}

function isOnTable(sayings: readonly Sayings[]): boolean {
  return sayings.every(({ said, table }) => equal(said, table));
}

function seenByRule(sayings: Sayings, rule: ScopeRule, audience: Audience): boolean {
  const inner = innerOf(audience.lens, rule);
  const parts = rule[audience.side].map((path) => partAt(sayings, path));
  const [part] = parts;
  if (rule.action.type === "hole" || part === undefined) return true;
  if (inner === undefined) {
    return parts.every(({ said, without }) => equal(said, without)) || isOnTable(parts);
  }
  if (rule.action.type === "items") return seenInItems(part, inner, audience);
  if (rule.action.type === "values") return seenInValues(part, inner, audience);
  return seenInScope(part, inner, audience);
}

function partAt({ said, without, table }: Sayings, path: KeyPath): Sayings {
  return {
    said: valueAt(said, path),
    without: valueAt(without, path),
    table: valueAt(table, path),
  };
}

function seenInItems(sayings: Sayings, inner: Scope, audience: Audience): boolean {
  const { said, without, table } = sayings;
  if (equal(said, without)) return true;
  if (!isArray(said) || !isArray(without) || !isArray(table)) return isOnTable([sayings]);
  if (said.length !== without.length || said.length !== table.length) return isOnTable([sayings]);
  return said.every((item, index) =>
    seenInScope({ said: item, without: without[index], table: table[index] }, inner, audience),
  );
}

function seenInValues(sayings: Sayings, inner: Scope, audience: Audience): boolean {
  const { said, without } = sayings;
  if (!isObject(said) || !isObject(without)) {
    return equal(said, without) || isOnTable([sayings]);
  }
  return keysOf(said, without).every((key) => seenInScope(partAt(sayings, [key]), inner, audience));
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

/** The same for what no rule claims. */
function seenBeside(sayings: Sayings, claims: Claims): boolean {
  const { said, without } = sayings;
  if (!isObject(said) || !isObject(without)) {
    return equal(said, without) || isOnTable([sayings]);
  }
  return keysOf(said, without).every((key) => {
    const below = claims.get(key);
    const part = partAt(sayings, [key]);
    if (below === undefined) return equal(part.said, part.without) || isOnTable([part]);
    return below.size === 0 || seenBeside(part, below);
  });
}
