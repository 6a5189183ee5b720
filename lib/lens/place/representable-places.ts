import { otherSide, type Side, sides } from "../../converter/side.ts";
import { known } from "../../json/invariant.ts";
import { eachItem, eachValue, type Path } from "../language/path.ts";
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
import { type ClaimNode, claimTree } from "./claim-tree.ts";
import { innerOf } from "./locate.ts";
import {
  type ContainerType,
  isCreated,
  leftOutType,
  type OwnPair,
  refusedEmptyType,
  refusesNull,
} from "./refused-containers.ts";
import type { RuleScope, ScopedLens, ScopedParts, ScopeRule } from "./scoped-lens.ts";

/**
 * Where a version can't represent some values: empty containers at a place for which either version's schema wants at least
 * one member or item, empty maps that only this version declares, null where only the other version allows it, and what this
 * version's schema refuses where the other leaves the place free. A required container stays.
 */
export interface RepresentablePlace {
  /** The type of the container that is left out at this place if it is empty. */
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
  return representablePlace({
    lens,
    side,
    isBody: true,
    isKnown,
    path: [],
    ...pair,
    scopeClaims: ruled,
  });
}

/** True where some value is compared with the version's schema. */
export function holdsFits(place: RepresentablePlace | undefined): boolean {
  if (place === undefined) return false;
  const { fits, members, values, items } = place;
  return fits !== undefined || [...members.values(), values?.place, items].some(holdsFits);
}

/** A scope, and how its claims continue at a place within it. */
interface ScopeClaims {
  readonly scope: RuleScope;
  /** The schemas at the root of the scope. */
  readonly root: OwnPair;
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
  return { scope, root, claims: claimTree(scope, side, schemas) };
}

const nothing: RepresentablePlace = {
  leavesOut: undefined,
  leavesOutNull: false,
  members: new Map(),
  values: undefined,
  items: undefined,
  fits: undefined,
  created: [],
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
  return { ...nothing, members, created, values, items };
}

/** True for a declared place that the other version leaves free. */
function isFitted({ own, other, isKnown }: OwnPair & Pick<PlaceSearch, "isKnown">): boolean {
  return isKnown && typeof own !== "string" && !isFree(own) && isFree(other);
}

const envelope = ["apiVersion", "kind", "metadata"];

function membersOf(walk: PlaceSearch): ReadonlyMap<string, RepresentablePlace> {
  const { own, other, scopeClaims, isBody } = walk;
  const claimed = scopeClaims?.claims.children.keys() ?? [];
  const keys = new Set([...keysOf(own), ...keysOf(other), ...claimed]);
  const members = new Map<string, RepresentablePlace>();
  for (const key of keys) {
    if (isBody === true && envelope.includes(key)) continue;
    const place = memberOf(walk, key);
    if (place !== undefined) members.set(key, place);
  }
  return members;
}

function keysOf(node: SchemaNode): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function memberOf(walk: PlaceSearch, key: string): RepresentablePlace | undefined {
  const target = mappedMember(walk, key);
  if (target === undefined) return undefined;
  const below = target.inner();
  const leavesOut = isRequired(walk.own, [key]) ? undefined : leftOutType(target);
  const leavesOutNull = refusesNull(target);
  return below === undefined && leavesOut === undefined && !leavesOutNull
    ? undefined
    : { ...nothing, ...below, leavesOut, leavesOutNull };
}

/** A member with where its value goes on the other side. */
interface MappedPlace extends OwnPair {
  /** Whether the other side's schema requires it at its place. */
  readonly isRequiredByOther: boolean;
  /** Whether a rule claims the member itself. */
  readonly isClaimed: boolean;
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
  { scope, root }: ScopeClaims,
  index: number,
): MappedPlace | undefined {
  const rule = known(scope.rules[index], "a claim is of a rule of its scope");
  const [target, ...others] = rule[otherSide(walk.side)];
  if (target === undefined || others.length > 0 || rule[walk.side].length !== 1) return undefined;
  const pair = { own: walk.own, other: nodeAt(root.other, target) };
  return {
    ...pair,
    isRequiredByOther: isRequired(root.other, target),
    isClaimed: true,
    inner: () => placeWithinRule(walk, rule, pair),
  };
}

/** What is below the value of a rule; undefined where an op makes another value of it. */
function placeWithinRule(
  { lens, side, isKnown, path }: PlaceSearch,
  rule: ScopeRule,
  pair: OwnPair,
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
      if (isCarried(rule)) return representablePlace({ lens, side, isKnown, path, ...pair });
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

/** What is below the parts of a value that the rules within an op convert. */
function partsPlace(
  { key, inItem, inner }: ScopedParts,
  { own, other }: OwnPair,
  at: (scope: RuleScope, pair: OwnPair, step: Path) => RepresentablePlace | undefined,
): RepresentablePlace | undefined {
  const inList = (node: SchemaNode): SchemaNode => nodeAt(itemNode(node), inItem);
  const inMap = (node: SchemaNode): SchemaNode => (key === undefined ? node : valueNode(node));
  const isList = typeof own !== "string" && own.type === "array";
  if (!isList) {
    const step: Path = key === undefined ? [] : [eachValue];
    const place = at(inner, { own: inMap(own), other: inList(other) }, step);
    if (place === undefined || key === undefined) return place;
    return { ...nothing, values: { place, except: new Set() } };
  }
  const part = at(inner, { own: inList(own), other: inMap(other) }, [eachItem, ...inItem]);
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
  const except = new Set([...keysOf(own), ...keysOf(other)]);
  return { place: { ...nothing, ...below, leavesOut, leavesOutNull }, except };
}

function itemsOf(walk: PlaceSearch): RepresentablePlace | undefined {
  if (walk.scopeClaims !== undefined) return undefined;
  const pair = { own: itemNode(walk.own), other: itemNode(walk.other) };
  if (typeof pair.own === "string" && typeof pair.other === "string") return undefined;
  return representablePlace({ ...walk, ...pair, path: [...walk.path, eachItem], isBody: false });
}
