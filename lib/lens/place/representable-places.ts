import { otherSide, type Side, sides } from "../../converter/side.ts";
import { known } from "../../json/invariant.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "../language/path.ts";
import {
  isFree,
  isRequired,
  itemNode,
  memberNode,
  nodeAt,
  type SchemaNode,
  type SchemaPair,
  valueNode,
} from "../language/schema-node.ts";
import { isOfType } from "../ops/orientation.ts";
import { type ClaimNode, claimTree } from "./claim-tree.ts";
import { innerOf } from "./locate.ts";
import {
  type ContainerType,
  isCreated,
  leftOutType,
  type MappedContainer,
  type OwnPair,
  refusedEmptyType,
  refusesNull,
} from "./refused-containers.ts";
import type { RuleScope, ScopedLens, ScopedParts, ScopeRule } from "./scoped-lens.ts";

/**
 * Where a version can't represent some values: empty containers at a place for which either version's schema wants at least
 * one member or item, empty maps that only this version declares, null where only the other version allows it, and what this
 * version's schema refuses where the other leaves the place free. A map that holds nothing but what rules fill in and what is
 * created is empty, too. A required container stays where the other version requires it, or it is created again.
 */
export interface RepresentablePlace {
  /** The type of the container that is left out at this place if it is empty. A list's only item takes the list along. */
  readonly leavesOut: ContainerType | undefined;
  /** True where null is left out: the server would drop it, and the other version's schema allows it. */
  readonly leavesOutNull: boolean;
  readonly members: ReadonlyMap<string, RepresentablePlace>;
  /** All members but those that the schema names. */
  readonly values:
    | { readonly place: RepresentablePlace; readonly except: ReadonlySet<string> }
    | undefined;
  readonly items: RepresentablePlace | undefined;
  /**
   * The place in the schema whose constraints a value at this place has to pass, where the other version leaves it free; what does not
   * pass them is left out, and items take their list along.
   */
  readonly fits: Path | undefined;
  /** Required maps that are created as `{}`: the other version does not declare them, or may leave them out. */
  readonly created: readonly string[];
  /** The rule that fills this place in. */
  readonly filled: FilledPlace | undefined;
  /** True where the paths of rules begin. */
  readonly isScope: boolean;
}

/** A rule with a `fill` for the version, and the schemas of its scope. */
export interface FilledPlace {
  readonly rule: ScopeRule;
  readonly schemas: SchemaPair;
}

/** The places of a side in a lens; undefined where there are none, so that the side represents everything. */
export function representablePlaces(
  lens: ScopedLens,
  side: Side,
  schemas: SchemaPair,
): RepresentablePlace | undefined {
  const pair = pairOf(side, schemas);
  const isKnown = sides.every((each) => typeof schemas[each] !== "string");
  const ruled = claimsIn(lens.root, side, pair);
  const search = { lens, side, isBody: true, isKnown, path: [], ...pair };
  const place = representablePlace({ ...search, scopeClaims: ruled });
  return holds(place, isLimited) ? place : undefined;
}

function isLimited({ leavesOut, leavesOutNull, created, fits }: RepresentablePlace): boolean {
  return leavesOutNull || created.length > 0 || (leavesOut ?? fits) !== undefined;
}

/** True where some value is compared with the version's schema. */
export function holdsFits(place: RepresentablePlace | undefined): boolean {
  return holds(place, ({ fits }) => fits !== undefined);
}

/** True where a place, or one below, passes a test. */
function holds(
  place: RepresentablePlace | undefined,
  test: (place: RepresentablePlace) => boolean,
): boolean {
  if (place === undefined) return false;
  const below = [...place.members.values(), place.values?.place, place.items];
  return test(place) || below.some((each) => holds(each, test));
}

/** A scope, and how its claims continue at a place within it. */
interface ScopeClaims {
  readonly scope: RuleScope;
  /** The schemas at the root of the scope. */
  readonly schemas: SchemaPair;
  readonly claims: ClaimNode;
}

interface PlaceSearch extends OwnPair {
  readonly lens: ScopedLens;
  readonly side: Side;
  /** The place in the side's schema. */
  readonly path: Path;
  /** False where a version's schema is not known: it is not taken for free JSON. */
  readonly isKnown: boolean;
  /** Undefined where no rule claims anything below. */
  readonly scopeClaims?: ScopeClaims | undefined;
  /** True at the root, whose `metadata` no version's schema describes. */
  readonly isBody?: boolean;
}

function pairOf(side: Side, schemas: SchemaPair): OwnPair {
  return { own: schemas[side], other: schemas[otherSide(side)] };
}

function claimsIn(scope: RuleScope, side: Side, root: OwnPair): ScopeClaims | undefined {
  if (scope.rules.length === 0) return undefined;
  const { own, other } = root;
  const schemas = side === "from" ? { from: own, to: other } : { from: other, to: own };
  return { scope, schemas, claims: claimTree(scope, side, schemas) };
}

const nothing: RepresentablePlace = {
  leavesOut: undefined,
  leavesOutNull: false,
  members: new Map(),
  values: undefined,
  items: undefined,
  fits: undefined,
  created: [],
  filled: undefined,
  isScope: false,
};

/** What is below a place; undefined where nothing is. */
function representablePlace(walk: PlaceSearch): RepresentablePlace | undefined {
  const { own, other, scopeClaims } = walk;
  const isUnknown =
    scopeClaims === undefined && typeof own === "string" && typeof other === "string";
  if (own === "none" || isUnknown) return undefined;
  if (scopeClaims?.claims.rule !== undefined)
    return claimedPlace(walk, scopeClaims, scopeClaims.claims.rule)?.inner();
  if (walk.isBody !== true && isFitted(walk)) return { ...nothing, fits: walk.path };
  const members = membersOf(walk);
  const created = createdIn(walk);
  const values = valuesOf(walk);
  const items = itemsOf(walk);
  if (members.size + created.length === 0 && values === undefined && items === undefined) {
    return undefined;
  }
  return { ...nothing, members, created, values, items, isScope: scopeClaims?.claims.id === 0 };
}

/** True for a declared place that the other version leaves free. */
function isFitted({ own, other, isKnown }: OwnPair & Pick<PlaceSearch, "isKnown">): boolean {
  return isKnown && typeof own !== "string" && !isFree(own) && isFree(other);
}

const envelope = ["apiVersion", "kind", "metadata"];

function membersOf(walk: PlaceSearch): ReadonlyMap<string, RepresentablePlace> {
  const { own, other, scopeClaims, isBody } = walk;
  const claimed = scopeClaims?.claims.children.keys() ?? [];
  const keys = new Set([...declaredKeys(own), ...declaredKeys(other), ...claimed]);
  const members = new Map<string, RepresentablePlace>();
  for (const key of keys) {
    if (isBody === true && envelope.includes(key)) continue;
    const place = memberOf(walk, key);
    if (place !== undefined) members.set(key, place);
  }
  return members;
}

function declaredKeys(node: SchemaNode): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function memberOf(walk: PlaceSearch, key: string): RepresentablePlace | undefined {
  const target = mappedMember(walk, key);
  const below = target?.inner();
  const leavesOut = target && leftOutType(target);
  const leavesOutNull = target !== undefined && refusesNull(target);
  const { side, scopeClaims } = walk;
  const rule = scopeClaims?.scope.rules[scopeClaims.claims.children.get(key)?.rule ?? -1];
  const filled = rule?.data?.fill?.[side] && scopeClaims && { rule, schemas: scopeClaims.schemas };
  return (below ?? leavesOut ?? filled) === undefined && !leavesOutNull
    ? undefined
    : { ...nothing, ...below, leavesOut, leavesOutNull, filled };
}

/** A member with where its value goes on the other side. */
interface MappedPlace extends MappedContainer {
  readonly inner: () => RepresentablePlace | undefined;
}

/** Undefined for a member that does not go over as a container: no value of it needs to be looked at. */
function mappedMember(walk: PlaceSearch, key: string): MappedPlace | undefined {
  const { scopeClaims } = walk;
  const child = scopeClaims?.claims.children.get(key);
  const isForeign = child?.isForeign === true;
  if (isForeign && child.children.size === 0) return undefined;
  const own = memberNode(walk.own, key);
  if (scopeClaims !== undefined && child?.rule !== undefined) {
    return claimedPlace({ ...walk, own, path: [...walk.path, key] }, scopeClaims, child.rule);
  }
  // Where another rule's value stands at the same path, the other version has no such map.
  const pair = { own, other: isForeign ? ("none" as const) : memberNode(walk.other, key) };
  const below = scopeClaims && child && { ...scopeClaims, claims: child };
  return {
    ...pair,
    isRequiredByOwn: isRequired(walk.own, [key]),
    isRequiredByOther: !isForeign && isRequired(walk.other, [key]),
    isClaimed: false,
    inner: () =>
      representablePlace({
        ...walk,
        ...pair,
        path: [...walk.path, key],
        scopeClaims: below,
        isBody: false,
      }),
  };
}

/** A place that a rule claims; undefined for a rule of several paths, or of one side. */
function claimedPlace(
  walk: PlaceSearch,
  { scope, schemas }: ScopeClaims,
  index: number,
): MappedPlace | undefined {
  const rule = known(scope.rules[index], "a claim is of a rule of its scope");
  const { own, side } = walk;
  const [path, target] = [rule[side][0], rule[otherSide(side)][0]];
  if (path === undefined || target === undefined || rule.from.length + rule.to.length > 2) {
    return undefined;
  }
  const root = schemas[otherSide(side)];
  const other = nodeAt(root, target);
  const isRequiredByOwn = stands(schemas[side], path);
  const isRequiredByOther = stands(root, target);
  const isItem = isOnlyItem(rule) && !isOfType(own, "array");
  return {
    own,
    other: isItem ? itemNode(other) : other,
    isRequiredByOwn,
    isRequiredByOther,
    isClaimed: true,
    inner: () =>
      placeWithinRule(walk, rule, { own, other, stays: isRequiredByOwn && isRequiredByOther }),
  };
}

/** True for a place that is never absent where its parent is there. */
function stands(root: SchemaNode, path: KeyPath): boolean {
  return path.length === 0 || isRequired(root, path);
}

/** True for a rule between a list and its only item. */
function isOnlyItem({ action }: ScopeRule): boolean {
  return action.type === "op" && action.parts !== undefined && action.parts.key === undefined;
}

/** The schemas of a rule's value. */
interface RuledPair extends OwnPair {
  /** True where a list that both versions require stays, though its only item is empty. */
  readonly stays: boolean;
}

/** What is below the value of a rule; undefined where an op makes another value of it. */
function placeWithinRule(
  { lens, side, isKnown, path }: PlaceSearch,
  rule: ScopeRule,
  pair: RuledPair,
): RepresentablePlace | undefined {
  const at = (scope: RuleScope, inner: OwnPair, step: Path): RepresentablePlace | undefined =>
    representablePlace({
      lens,
      side,
      isKnown,
      path: [...path, ...step],
      ...inner,
      scopeClaims: claimsIn(scope, side, inner),
    });
  const scope = innerOf(lens, rule);
  if ((scope !== undefined || isCarried(rule)) && isFitted({ ...pair, isKnown })) {
    return { ...nothing, fits: path };
  }
  switch (rule.action.type) {
    case "excluded":
      return undefined;
    case "op":
      if (isCarried(rule)) return at(noRules, pair, []);
      return rule.action.parts && partsPlace(rule.action.parts, pair, at);
    case "items": {
      const inner = { own: itemNode(pair.own), other: itemNode(pair.other) };
      const items = scope && at(scope, inner, [eachItem]);
      return items && { ...nothing, items };
    }
    case "values": {
      const inner = { own: valueNode(pair.own), other: valueNode(pair.other) };
      const place = scope && at(scope, inner, [eachValue]);
      return place && { ...nothing, values: { place, except: new Set() } };
    }
    default:
      // A lens that uses itself ends with the schemas: below them nothing is left out.
      if (typeof pair.own === "string" && typeof pair.other === "string") return undefined;
      return scope && at(scope, pair, []);
  }
}

const noRules: RuleScope = { rules: [] };

/** What is below the parts of a value that the rules within an op convert. */
function partsPlace(
  { key, inItem, inner }: ScopedParts,
  { own, other, stays }: RuledPair,
  at: (scope: RuleScope, pair: OwnPair, step: Path) => RepresentablePlace | undefined,
): RepresentablePlace | undefined {
  const inList = (node: SchemaNode): SchemaNode => nodeAt(itemNode(node), inItem);
  const inMap = (node: SchemaNode): SchemaNode => (key === undefined ? node : valueNode(node));
  if (!isOfType(own, "array")) {
    const step: Path = key === undefined ? [] : [eachValue];
    const place = at(inner, { own: inMap(own), other: inList(other) }, step);
    if (place === undefined || key === undefined) return place;
    return { ...nothing, values: { place, except: new Set() } };
  }
  const pair = { own: inList(own), other: inMap(other) };
  const part = at(inner, pair, [eachItem, ...inItem]);
  const leavesOut = key === undefined && !stays ? refusedEmptyType(pair) : undefined;
  if (leavesOut !== undefined) return { ...nothing, items: { ...nothing, ...part, leavesOut } };
  const items = inItem.reduceRight<RepresentablePlace | undefined>(
    (place, name) => place && { ...nothing, members: new Map([[name, place]]) },
    part,
  );
  return items && { ...nothing, items };
}

/** True for a rule that carries its value as it is: a move. */
function isCarried({ data }: ScopeRule): boolean {
  return data === undefined || data.op === "move" || data.op === "at";
}

function createdIn(walk: PlaceSearch): readonly string[] {
  const { own } = walk;
  if (typeof own === "string") return [];
  return (own.validation?.required ?? []).filter((key) => {
    if (walk.isBody === true && envelope.includes(key)) return false;
    const target = mappedMember(walk, key);
    return target !== undefined && isCreated(target, target.isRequiredByOther);
  });
}

function valuesOf(walk: PlaceSearch): RepresentablePlace["values"] {
  if (walk.scopeClaims !== undefined) return undefined;
  const { own, other } = walk;
  const pair = { own: valueNode(own), other: valueNode(other) };
  if (typeof pair.own === "string" && typeof pair.other === "string") return undefined;
  const below = representablePlace({
    ...walk,
    ...pair,
    path: [...walk.path, eachValue],
    isBody: false,
  });
  const leavesOut = refusedEmptyType(pair);
  const leavesOutNull = refusesNull(pair);
  if (below === undefined && leavesOut === undefined && !leavesOutNull) return undefined;
  const except = new Set([...declaredKeys(own), ...declaredKeys(other)]);
  return { place: { ...nothing, ...below, leavesOut, leavesOutNull }, except };
}

function itemsOf(walk: PlaceSearch): RepresentablePlace | undefined {
  if (walk.scopeClaims !== undefined) return undefined;
  const pair = { own: itemNode(walk.own), other: itemNode(walk.other) };
  if (typeof pair.own === "string" && typeof pair.other === "string") return undefined;
  return representablePlace({ ...walk, ...pair, path: [...walk.path, eachItem], isBody: false });
}
