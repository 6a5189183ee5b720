import { otherSide, type Side, sides } from "../../converter/side.ts";
import { assertDefined } from "../../json/invariant.ts";
import { eachItem, eachValue, type KeyPath, type Path } from "../language/path.ts";
import {
  isFree,
  isRequired,
  itemNode,
  losesNull,
  memberNode,
  nodeAt,
  type SchemaNode,
  type SchemaPair,
  valueNode,
} from "../language/schema-node.ts";
import { isOfType } from "../ops/orientation.ts";
import { opOf } from "../ops/registry.ts";
import { type ClaimNode, claimTree } from "./claim-tree.ts";
import { innerScopeOf } from "./locate-rule.ts";
import {
  isCreatedAsEmptyMap,
  type MappedContainer,
  omittedContainerType,
  refusedEmptyType,
  refusesNullAt,
  type SchemasOfVersions,
} from "./refused-containers.ts";
import type { RuleScope, ScopedLens, ScopedParts, ScopeRule } from "./scoped-lens.ts";
import {
  holdsUnrepresentableValue,
  nothingLeftOut,
  type UnrepresentablePlace,
} from "./unrepresentable-tree.ts";

/** The values that a side of a lens can't represent; undefined if it can represent all. */
export function unrepresentablePlaces(
  lens: ScopedLens,
  side: Side,
  schemas: SchemaPair,
): UnrepresentablePlace | undefined {
  const pair = pairOf(side, schemas);
  const isKnown = sides.every((each) => typeof schemas[each] !== "string");
  const ruled = claimsIn(lens.root, side, pair);
  const search = { lens, side, isBody: true, isKnown, path: [], ...pair };
  const place = unrepresentableAt({ ...search, claimsAtPath: ruled });
  return holdsUnrepresentableValue(place) ? place : undefined;
}

/** A scope, and its claims at and below a path. */
interface ClaimsAtPath {
  readonly scope: RuleScope;
  /** The schemas at the root of the scope. */
  readonly schemas: SchemaPair;
  readonly claims: ClaimNode;
}

interface PlaceSearch extends SchemasOfVersions {
  readonly lens: ScopedLens;
  readonly side: Side;
  /** The path in the side's schema. */
  readonly path: Path;
  /** False if the schema of a version is not known: that is not the same as a schema that allows any JSON. */
  readonly isKnown: boolean;
  /** Undefined if no rule claims this path or one below it. */
  readonly claimsAtPath?: ClaimsAtPath | undefined;
  /** True at the object's root, whose `metadata` the schemas don't describe. */
  readonly isBody?: boolean;
}

function pairOf(side: Side, schemas: SchemaPair): SchemasOfVersions {
  return { thisSchema: schemas[side], otherSchema: schemas[otherSide(side)] };
}

function claimsIn(scope: RuleScope, side: Side, root: SchemasOfVersions): ClaimsAtPath | undefined {
  if (scope.rules.length === 0) return undefined;
  const { thisSchema, otherSchema } = root;
  const schemas =
    side === "from" ? { from: thisSchema, to: otherSchema } : { from: otherSchema, to: thisSchema };
  return { scope, schemas, claims: claimTree(scope, side, schemas) };
}

/** The tree at and below a path; undefined if it is empty. */
function unrepresentableAt(walk: PlaceSearch): UnrepresentablePlace | undefined {
  const { thisSchema, otherSchema, claimsAtPath } = walk;
  const isUnknown =
    claimsAtPath === undefined && typeof thisSchema === "string" && typeof otherSchema === "string";
  if (thisSchema === "none" || isUnknown) return undefined;
  if (claimsAtPath?.claims.rule !== undefined)
    return claimedPlace(walk, claimsAtPath, claimsAtPath.claims.rule)?.inner();
  if (walk.isBody !== true && isFitted(walk)) return fittedPlace(walk.path);
  const members = placesOfMembers(walk);
  const created = createdIn(walk);
  const values = placeOfValues(walk);
  const items = placeOfItems(walk);
  if (members.size + created.length === 0 && values === undefined && items === undefined) {
    return undefined;
  }
  return {
    ...nothingLeftOut,
    members,
    created,
    values,
    items,
    isScope: claimsAtPath?.claims.id === 0,
  };
}

function fittedPlace(path: Path, mayBeIncomplete = false): UnrepresentablePlace {
  return { ...nothingLeftOut, fits: { path, mayBeIncomplete } };
}

/** True if this version declares a schema and the other allows any JSON. */
function isFitted({
  thisSchema,
  otherSchema,
  isKnown,
}: SchemasOfVersions & Pick<PlaceSearch, "isKnown">): boolean {
  return isKnown && typeof thisSchema !== "string" && !isFree(thisSchema) && isFree(otherSchema);
}

const envelope = ["apiVersion", "kind", "metadata"];

function placesOfMembers(walk: PlaceSearch): ReadonlyMap<string, UnrepresentablePlace> {
  const { thisSchema, otherSchema, claimsAtPath, isBody } = walk;
  const claimed = claimsAtPath?.claims.children.keys() ?? [];
  const keys = new Set([...declaredKeys(thisSchema), ...declaredKeys(otherSchema), ...claimed]);
  const members = new Map<string, UnrepresentablePlace>();
  for (const key of keys) {
    if (isBody === true && envelope.includes(key)) continue;
    const place = placeOfMember(walk, key);
    if (place !== undefined) members.set(key, place);
  }
  return members;
}

function declaredKeys(node: SchemaNode): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function placeOfMember(walk: PlaceSearch, key: string): UnrepresentablePlace | undefined {
  const target = mappedMember(walk, key);
  const below = target?.inner();
  const leavesOut = target && omittedContainerType(target);
  const { side, claimsAtPath } = walk;
  const rule = claimsAtPath?.scope.rules[claimsAtPath.claims.children.get(key)?.rule ?? -1];
  const leavesOutNull =
    (target !== undefined && losesNull(target.thisSchema, target.otherSchema)) ||
    (rule !== undefined &&
      claimsAtPath !== undefined &&
      refusesNullAt(memberNode(walk.thisSchema, key), rule, otherSide(side), claimsAtPath.schemas));
  const filled = rule?.data?.fill?.[side] &&
    claimsAtPath && { rule, schemas: claimsAtPath.schemas };
  return (below ?? leavesOut ?? filled) === undefined && !leavesOutNull
    ? undefined
    : { ...nothingLeftOut, ...below, leavesOut, leavesOutNull, filled };
}

/** A member that maps to one path, with the search of the places below it. */
interface MappedPlace extends MappedContainer {
  readonly inner: () => UnrepresentablePlace | undefined;
}

/** The member's schemas in both versions; undefined if its value is not converted to one path of the other version. */
function mappedMember(walk: PlaceSearch, key: string): MappedPlace | undefined {
  const { claimsAtPath } = walk;
  const child = claimsAtPath?.claims.children.get(key);
  const isForeign = child?.isForeign === true;
  if (isForeign && child.children.size === 0) return undefined;
  const thisSchema = memberNode(walk.thisSchema, key);
  if (claimsAtPath !== undefined && child?.rule !== undefined) {
    return claimedPlace(
      { ...walk, thisSchema, path: [...walk.path, key] },
      claimsAtPath,
      child.rule,
    );
  }
  // If another rule writes to the same path in the other version, that version has no map that corresponds to this one.
  const pair = {
    thisSchema,
    otherSchema: isForeign ? ("none" as const) : memberNode(walk.otherSchema, key),
  };
  const below = claimsAtPath && child && { ...claimsAtPath, claims: child };
  return {
    ...pair,
    isRequiredByThis: isRequired(walk.thisSchema, [key]),
    isRequiredByOther: !isForeign && isRequired(walk.otherSchema, [key]),
    isClaimed: false,
    inner: () =>
      unrepresentableAt({
        ...walk,
        ...pair,
        path: [...walk.path, key],
        claimsAtPath: below,
        isBody: false,
      }),
  };
}

/** The value that a rule claims, with its schemas; undefined unless the rule has one path in each version. */
function claimedPlace(
  walk: PlaceSearch,
  { scope, schemas }: ClaimsAtPath,
  index: number,
): MappedPlace | undefined {
  const rule = assertDefined(scope.rules[index], "the rule of a claim is in its scope");
  const { thisSchema, side } = walk;
  const [path, target] = [rule[side][0], rule[otherSide(side)][0]];
  if (path === undefined || target === undefined || rule.from.length + rule.to.length > 2) {
    return undefined;
  }
  const root = schemas[otherSide(side)];
  const otherSchema = nodeAt(root, target);
  const isRequiredByThis = isRequiredPath(schemas[side], path) && !isAlwaysFilled(rule, side);
  const isRequiredByOther = isRequiredPath(root, target);
  const isItem = isOnlyItem(rule) && !isOfType(thisSchema, "array");
  return {
    thisSchema,
    otherSchema: isItem ? itemNode(otherSchema) : otherSchema,
    isRequiredByThis,
    isRequiredByOther,
    isClaimed: true,
    inner: () =>
      placeWithinRule(walk, rule, {
        thisSchema,
        otherSchema,
        stays: isRequiredByThis && isRequiredByOther,
      }),
  };
}

/** True if the rule fills in a value wherever its path is absent: a value that the schema requires may then be left out. */
function isAlwaysFilled({ data }: ScopeRule, side: Side): boolean {
  const fill = data?.fill?.[side];
  return fill?.value !== undefined && fill.where === undefined;
}

/** True if the path is present whenever its parent is. */
function isRequiredPath(root: SchemaNode, path: KeyPath): boolean {
  return path.length === 0 || isRequired(root, path);
}

/** True for a rule between a list and its only item. */
function isOnlyItem({ action }: ScopeRule): boolean {
  return action.type === "op" && action.parts !== undefined && action.parts.key === undefined;
}

/** The schemas at the two paths of a rule. */
interface RuledPair extends SchemasOfVersions {
  /** True if each version requires the rule's value: a list then stays even if its only item is empty. */
  readonly stays: boolean;
}

/** The tree below the value of a rule; undefined if an op converts the value as a whole. */
function placeWithinRule(
  { lens, side, isKnown, path }: PlaceSearch,
  rule: ScopeRule,
  pair: RuledPair,
): UnrepresentablePlace | undefined {
  const at = (
    scope: RuleScope,
    inner: SchemasOfVersions,
    step: Path,
  ): UnrepresentablePlace | undefined =>
    unrepresentableAt({
      lens,
      side,
      isKnown,
      path: [...path, ...step],
      ...inner,
      claimsAtPath: claimsIn(scope, side, inner),
    });
  const scope = innerScopeOf(lens, rule);
  const isInText = isText(rule) && !isOfType(pair.thisSchema, "string");
  const otherValue = isInText ? "free" : pair.otherSchema;
  const isCompared = isInText || scope !== undefined || isCarried(rule);
  if (isCompared && isFitted({ ...pair, otherSchema: otherValue, isKnown })) {
    return fittedPlace(path, isInText);
  }
  switch (rule.action.type) {
    case "excluded":
      return undefined;
    case "op":
      if (isCarried(rule)) return at(noRules, pair, []);
      return rule.action.parts && partsPlace(rule.action.parts, pair, at);
    case "items": {
      const inner = {
        thisSchema: itemNode(pair.thisSchema),
        otherSchema: itemNode(pair.otherSchema),
      };
      const items = scope && at(scope, inner, [eachItem]);
      return items && { ...nothingLeftOut, items };
    }
    case "values": {
      const inner = {
        thisSchema: valueNode(pair.thisSchema),
        otherSchema: valueNode(pair.otherSchema),
      };
      const place = scope && at(scope, inner, [eachValue]);
      return place && { ...nothingLeftOut, values: { place, except: new Set() } };
    }
    default:
      // A lens that includes itself stops where both schemas end: below that nothing is left out.
      if (typeof pair.thisSchema === "string" && typeof pair.otherSchema === "string")
        return undefined;
      return scope && at(scope, pair, []);
  }
}

const noRules: RuleScope = { rules: [] };

/** The tree below the parts of a value that the inner rules of an op convert. */
function partsPlace(
  { key, inItem, inner }: ScopedParts,
  { thisSchema, otherSchema, stays }: RuledPair,
  at: (scope: RuleScope, pair: SchemasOfVersions, step: Path) => UnrepresentablePlace | undefined,
): UnrepresentablePlace | undefined {
  const inList = (node: SchemaNode): SchemaNode => nodeAt(itemNode(node), inItem);
  const inMap = (node: SchemaNode): SchemaNode => (key === undefined ? node : valueNode(node));
  if (!isOfType(thisSchema, "array")) {
    const step: Path = key === undefined ? [] : [eachValue];
    const place = at(
      inner,
      { thisSchema: inMap(thisSchema), otherSchema: inList(otherSchema) },
      step,
    );
    if (place === undefined || key === undefined) return place;
    return { ...nothingLeftOut, values: { place, except: new Set() } };
  }
  const pair = { thisSchema: inList(thisSchema), otherSchema: inMap(otherSchema) };
  const part = at(inner, pair, [eachItem, ...inItem]);
  const leavesOut = key === undefined && !stays ? refusedEmptyType(pair) : undefined;
  if (leavesOut !== undefined)
    return { ...nothingLeftOut, items: { ...nothingLeftOut, ...part, leavesOut } };
  const items = inItem.reduceRight<UnrepresentablePlace | undefined>(
    (place, name) => place && { ...nothingLeftOut, members: new Map([[name, place]]) },
    part,
  );
  return items && { ...nothingLeftOut, items };
}

/** True for a rule between a value and a text that may hold any JSON. */
function isText({ data }: ScopeRule): boolean {
  const op = data && opOf(data);
  return op?.kind === "value" && op.isFirstText === true;
}

/** True for a rule that copies its value: `move`, `at`, or a generated container. */
function isCarried({ data }: ScopeRule): boolean {
  return data === undefined || data.op === "move" || data.op === "at";
}

function createdIn(walk: PlaceSearch): readonly string[] {
  const { thisSchema } = walk;
  if (typeof thisSchema === "string") return [];
  return (thisSchema.validation?.required ?? []).filter((key) => {
    if (walk.isBody === true && envelope.includes(key)) return false;
    const target = mappedMember(walk, key);
    return target !== undefined && isCreatedAsEmptyMap(target, target.isRequiredByOther);
  });
}

function placeOfValues(walk: PlaceSearch): UnrepresentablePlace["values"] {
  if (walk.claimsAtPath !== undefined) return undefined;
  const { thisSchema, otherSchema } = walk;
  const pair = { thisSchema: valueNode(thisSchema), otherSchema: valueNode(otherSchema) };
  if (typeof pair.thisSchema === "string" && typeof pair.otherSchema === "string") return undefined;
  const below = unrepresentableAt({
    ...walk,
    ...pair,
    path: [...walk.path, eachValue],
    isBody: false,
  });
  const leavesOut = refusedEmptyType(pair);
  const leavesOutNull = losesNull(pair.thisSchema, pair.otherSchema);
  if (below === undefined && leavesOut === undefined && !leavesOutNull) return undefined;
  const except = new Set([...declaredKeys(thisSchema), ...declaredKeys(otherSchema)]);
  return { place: { ...nothingLeftOut, ...below, leavesOut, leavesOutNull }, except };
}

function placeOfItems(walk: PlaceSearch): UnrepresentablePlace | undefined {
  if (walk.claimsAtPath !== undefined) return undefined;
  const pair = { thisSchema: itemNode(walk.thisSchema), otherSchema: itemNode(walk.otherSchema) };
  if (typeof pair.thisSchema === "string" && typeof pair.otherSchema === "string") return undefined;
  return unrepresentableAt({ ...walk, ...pair, path: [...walk.path, eachItem], isBody: false });
}
