import { type Side, sides } from "../../converter/side.ts";
import type { Fill } from "../../lens/language/absence.ts";
import {
  eachValue,
  isSamePath,
  type Path,
  parsePath,
  pathText,
  splitAtWildcard,
  startsWith,
  type Wildcard,
} from "../../lens/language/path.ts";
import type { RuleData } from "../../lens/language/rule.ts";
import type { RuleBuilder } from "./observed-values.ts";

/** Two corresponding places, one of each version. `rule`: undefined if the conversion does not change the value. */
export interface PlacedPair {
  readonly from: Path;
  readonly to: Path;
  /** Further places that the rule converts together with `from` and `to`, in the same list items and map values. */
  readonly more?: Readonly<Record<Side, readonly Path[]>>;
  readonly rule: RuleBuilder | undefined;
}

/** The paths of a pair in a version: one, unless a rule converts several together. */
export function pairPaths(pair: Omit<PlacedPair, "rule">, side: Side): readonly Path[] {
  return [pair[side], ...(pair.more?.[side] ?? [])];
}

/** A place of one version that a `keep` rule preserves. */
export interface PlacedKeep {
  readonly side: Side;
  readonly path: Path;
  /** The value that the place gets when an object of the other version is converted. */
  readonly fill?: Fill;
}

/** What a lens has to convert. All paths start from the object's body. */
export interface PlacedFields {
  readonly pairs: readonly PlacedPair[];
  readonly keeps: readonly PlacedKeep[];
  /** Pairs of maps with declared members. The webhook converts a whole map of a pair to the other one, also if it is empty. */
  readonly maps: readonly PlacedPair[];
}

/** The rules of a lens, and the pairs that no rule can express. */
export interface FieldRules {
  readonly rules: readonly RuleData[];
  readonly inexpressible: readonly PlacedPair[];
}

/** Rules for all fields, as few as possible: a map or list that moved as a whole needs only one rule. */
export function rulesOfFields(fields: PlacedFields): FieldRules {
  const inexpressible: PlacedPair[] = [];
  const rules = rulesWithin(fields, { from: [], to: [] }, inexpressible);
  return { rules, inexpressible };
}

/** The paths, one of each version, that the paths of some rules are relative to. */
type ScopePaths = Readonly<Record<Side, Path>>;

function rulesWithin(
  fields: PlacedFields,
  scope: ScopePaths,
  inexpressible: PlacedPair[],
): readonly RuleData[] {
  const moved = movedMap(fields, scope);
  if (moved !== undefined) {
    const inner = fieldsBelow(fields, moved);
    const rules = rulesWithin(inner, moved, inexpressible);
    const rest = rulesWithin(fieldsOutside(fields, moved), scope, inexpressible);
    const paths = textsWithin(scope, moved);
    return [{ op: "move", ...paths, ...(rules.length > 0 && { rules }) }, ...rest];
  }
  const plain = fields.pairs.filter(
    ({ from, to }) => hasNoWildcard(from, scope.from) && hasNoWildcard(to, scope.to),
  );
  const lists = fields.pairs.filter((pair) => !plain.includes(pair));
  const found = listPairs(lists, scope, inexpressible);
  let rest = fields;
  const listRules = found.flatMap((list) => {
    const inner = fieldsBelow(rest, list.items);
    rest = fieldsOutside(rest, list.items);
    return listRule(list, inner, scope, inexpressible);
  });
  return [
    ...plain.flatMap((pair) => plainRule(pair, scope)),
    ...listRules,
    ...rest.keeps.map((keep) => keepRule(keep, scope)),
  ];
}

function plainRule({ from, to, more, rule }: PlacedPair, scope: ScopePaths): readonly RuleData[] {
  const paths = textsWithin(scope, { from, to });
  if (rule !== undefined) {
    const texts = (side: Side): readonly string[] =>
      (more?.[side] ?? []).map((path) => pathText(path.slice(scope[side].length)));
    return [rule(paths, { from: texts("from"), to: texts("to") })];
  }
  return paths.from === paths.to ? [] : [{ op: "move", ...paths }];
}

function keepRule({ side, path, fill }: PlacedKeep, scope: ScopePaths): RuleData {
  const text = pathText(path.slice(scope[side].length));
  const modifiers = fill === undefined ? {} : { fill: { [side]: fill } };
  return side === "from"
    ? { op: "keep", from: text, ...modifiers }
    : { op: "keep", to: text, ...modifiers };
}

/**
 * The first pair of maps in the scope that have different paths, and of which no field outside one has its counterpart inside
 * the other; undefined if there is none.
 */
function movedMap({ pairs, maps }: PlacedFields, scope: ScopePaths): ScopePaths | undefined {
  return maps.find(({ from, to }) => {
    if (!isBelow(from, scope.from) || !isBelow(to, scope.to)) return false;
    if (!hasNoWildcard(from, scope.from) || !hasNoWildcard(to, scope.to)) return false;
    const paths = textsWithin(scope, { from, to });
    if (paths.from === paths.to) return false;
    return pairs.every((pair) => {
      const isInside = startsWith(pair.from, from);
      return sides.every((side) =>
        pairPaths(pair, side).every((path) => startsWith(path, { from, to }[side]) === isInside),
      );
    });
  });
}

/** Two lists whose items correspond, or two maps whose values do. */
interface ListPair {
  readonly lists: ScopePaths;
  readonly items: ScopePaths;
  readonly wildcard: Wildcard;
}

function listPairs(
  pairs: readonly PlacedPair[],
  scope: ScopePaths,
  inexpressible: PlacedPair[],
): readonly ListPair[] {
  const found = new Map<string, ListPair>();
  const ends: Record<Side, Map<string, Set<string>>> = { from: new Map(), to: new Map() };
  for (const pair of pairs) {
    const list = listPair(pair, scope);
    if (list === undefined) {
      inexpressible.push(pair);
      continue;
    }
    const name = sides.map((side) => pathText(list.lists[side])).join(" ");
    found.set(name, list);
    for (const side of sides) {
      const end = pathText(list.lists[side]);
      ends[side].set(end, (ends[side].get(end) ?? new Set()).add(name));
    }
  }
  return [...found.values()].filter((list) => {
    const isAlone = sides.every((side) => ends[side].get(pathText(list.lists[side]))?.size === 1);
    if (!isAlone) {
      inexpressible.push(
        ...pairs.filter(({ from, to }) => isPairInScope({ from, to }, list.items)),
      );
    }
    return isAlone;
  });
}

function listPair({ from, to }: PlacedPair, scope: ScopePaths): ListPair | undefined {
  const [one, other] = [
    splitAtWildcard(from.slice(scope.from.length)),
    splitAtWildcard(to.slice(scope.to.length)),
  ];
  if (one === undefined || other === undefined || one.wildcard !== other.wildcard) return undefined;
  const lists = { from: [...scope.from, ...one.start], to: [...scope.to, ...other.start] };
  const { wildcard } = one;
  return {
    lists,
    items: { from: [...lists.from, wildcard], to: [...lists.to, wildcard] },
    wildcard,
  };
}

function listRule(
  { lists, items, wildcard }: ListPair,
  inner: PlacedFields,
  scope: ScopePaths,
  inexpressible: PlacedPair[],
): readonly RuleData[] {
  const paths = textsWithin(scope, lists);
  const rules = rulesWithin(inner, items, inexpressible);
  if (rules.length === 0) return paths.from === paths.to ? [] : [{ op: "move", ...paths }];
  if (paths.from === paths.to) {
    const start = items.from.slice(scope.from.length);
    const prefixed = rules.map((rule) => withStart(rule, start));
    if (prefixed.every((rule) => rule !== undefined)) return prefixed;
  }
  const ends = wildcard === eachValue ? "{}" : "";
  return [{ op: "each", from: paths.from + ends, to: paths.to + ends, rules }];
}

/** The rule with `start` before each of its paths; undefined if a version has several paths, or its path is the item. */
function withStart<R extends RuleData>(rule: R, start: Path): R | undefined {
  const { from, to } = rule;
  if (
    (from !== undefined && typeof from !== "string") ||
    (to !== undefined && typeof to !== "string")
  ) {
    return undefined;
  }
  const prefixed = (text: string | undefined): string | undefined => {
    const path = text === undefined ? undefined : parsePath(text);
    return path === undefined || path.length === 0 ? undefined : pathText([...start, ...path]);
  };
  const [first, second] = [prefixed(from), prefixed(to)];
  if ((from !== undefined && first === undefined) || (to !== undefined && second === undefined)) {
    return undefined;
  }
  const paths = {
    ...(first !== undefined && { from: first }),
    ...(second !== undefined && { to: second }),
  };
  return { ...rule, ...paths };
}

/** The pairs at or below both places of a scope, the keeps below the place of their version, and the maps below both. */
function fieldsBelow({ pairs, keeps, maps }: PlacedFields, scope: ScopePaths): PlacedFields {
  return {
    pairs: pairs.filter((pair) => isPairInScope(pair, scope)),
    keeps: keeps.filter(({ side, path }) => isBelow(path, scope[side])),
    maps: maps.filter((pair) => isPairInScope(pair, scope) && !isSamePath(pair.from, scope.from)),
  };
}

/** The pairs and keeps that {@link fieldsBelow} leaves out, and the maps that are at or below neither place of a scope. */
function fieldsOutside({ pairs, keeps, maps }: PlacedFields, scope: ScopePaths): PlacedFields {
  return {
    pairs: pairs.filter((pair) => !isPairInScope(pair, scope)),
    keeps: keeps.filter(({ side, path }) => !isBelow(path, scope[side])),
    maps: maps.filter(({ from, to }) => !startsWith(from, scope.from) && !startsWith(to, scope.to)),
  };
}

function isPairInScope({ from, to }: ScopePaths, scope: ScopePaths): boolean {
  return startsWith(from, scope.from) && startsWith(to, scope.to);
}

function isBelow(path: Path, start: Path): boolean {
  return path.length > start.length && startsWith(path, start);
}

function hasNoWildcard(path: Path, start: Path): boolean {
  return splitAtWildcard(path.slice(start.length)) === undefined;
}

function textsWithin(
  scope: ScopePaths,
  { from, to }: ScopePaths,
): { readonly from: string; readonly to: string } {
  return {
    from: pathText(from.slice(scope.from.length)),
    to: pathText(to.slice(scope.to.length)),
  };
}
