import { otherSide, type Side } from "../../converter/side.ts";
import { isSamePath, type KeyPath, startsWith } from "../language/path.ts";
import { isRequired, nodeAt, type SchemaNode } from "../language/schema-node.ts";
import { isAlwaysPresent } from "../ops/analysis/narrowed-paths.ts";
import { mayRefuseFreeValue } from "../ops/analysis/narrowings.ts";
import type { PlacePair } from "../ops/analysis/place-pair.ts";
import { opOf } from "../ops/registry.ts";
import { isCreatedAsEmptyMap } from "../place/refused-containers.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { isClaimed, isClaimedBelow, type ScopeClaims } from "./scope-claims.ts";
import { sufficientSources } from "./sufficient-sources.ts";

/** A map of one version in a scope. */
interface ScopeMap {
  readonly scope: RuleScope;
  readonly claims: ScopeClaims;
  /** The paths of the scope's root. */
  readonly pair: PlacePair;
  readonly side: Side;
  readonly path: KeyPath;
  /** True if no rule claims the map: it is copied from the same path of the other version. */
  readonly isCarried: boolean;
}

/**
 * The members that a map requires and that may stay absent. The map exists because it is copied or because a rule writes below
 * it; that alone does not guarantee that the member is written. A member with a default is not missing.
 */
export function missingMembers(container: ScopeMap): readonly string[] {
  const { pair, side, path } = container;
  const node = nodeAt(pair[side].node, path);
  if (typeof node === "string") return [];
  const triggers = triggersOf(container);
  const source = pair[otherSide(side)].node;
  return (node.validation?.required ?? []).filter((key) => {
    if (node.properties?.get(key)?.default !== undefined) return false;
    if (isCreatedBy(container, [...path, key])) return false;
    const groups = groupsFor(container, [...path, key]);
    return !triggers.every((trigger) =>
      groups.some((group) => group.every((provider) => isImplied(source, trigger, provider))),
    );
  });
}

/** True for a map that the conversion creates whenever its parent exists, even if nothing is written into it. */
function isCreatedBy({ scope, claims, pair, side }: ScopeMap, member: KeyPath): boolean {
  if (pair.isConverted === true) return false;
  const source = otherSide(side);
  const rule = scope.rules.find((each) => each[side].some((path) => isSamePath(path, member)));
  const [target = member, ...others] = rule?.[source] ?? [];
  const isForeign = rule === undefined && isClaimed(claims, source, member);
  // If another field has the same path in the other version, that version has no such map: the conversion creates it only
  // for what rules write below it.
  if (isForeign && !isClaimedBelow(claims, side, member)) return false;
  if (others.length > 0 || (rule !== undefined && rule[side].length > 1)) return false;
  const otherSchema = isForeign ? "none" : nodeAt(pair[source].node, target);
  const schemas = { thisSchema: nodeAt(pair[side].node, member), otherSchema };
  return isCreatedAsEmptyMap(schemas, !isForeign && isRequired(pair[source].node, target));
}

/** The paths of the other version whose presence causes the map to exist. */
function triggersOf({ scope, side, path, isCarried }: ScopeMap): readonly KeyPath[] {
  const own = isCarried ? [path] : [];
  if (isCarried && path.length === 0) return own;
  const source = otherSide(side);
  const writers = scope.rules.filter(
    (rule) => writesTarget(rule) && rule[side].some((target) => isBelow(target, path)),
  );
  return [...own, ...writers.flatMap((rule) => sourcesFor(rule, source, isCarried ? path : []))];
}

/**
 * The paths whose presence makes a rule write into a map. For a hook that reads members of a copied map, only these members: the
 * hook is assumed to write nothing if that map is absent, even if it also reads other values, such as an annotation. The laws
 * test this.
 */
function sourcesFor(
  { data, ...rule }: ScopeRule,
  source: Side,
  carried: KeyPath,
): readonly KeyPath[] {
  const op = data && opOf(data);
  const inside = rule[source].filter((path) => isBelow(path, carried));
  const isHook = op?.kind === "joint" && op.isDerived === true;
  return isHook && carried.length > 0 && inside.length > 0 ? inside : rule[source];
}

/** True for a rule that writes to the target version. */
function writesTarget({ data, action }: ScopeRule): boolean {
  return action.type !== "excluded" && data?.op !== "keep" && data?.op !== "drop";
}

/** Groups of the other side's paths: if all paths of one group are present, the member is written. */
function groupsFor(
  { scope, claims, pair, side, isCarried }: ScopeMap,
  member: KeyPath,
): readonly (readonly KeyPath[])[] {
  const source = otherSide(side);
  const isTaken = (target: KeyPath, [own = target]: readonly KeyPath[]): boolean =>
    !mayRefuseFreeValue(nodeAt(pair[source].node, own), nodeAt(pair[side].node, target));
  const groups = scope.rules.flatMap((rule) =>
    rule[side].flatMap((target, index) => {
      const isSame = isSamePath(target, member);
      if (!isSame && !isBelow(target, member)) return [];
      const provided = sufficientSources(rule, side, index, pair);
      const mayRefuse = isSame && !isTaken(target, rule[source]);
      return mayRefuse ? provided.filter(({ length }) => length === 0) : provided;
    }),
  );
  const isUnclaimed = !isClaimed(claims, side, member) && !isClaimed(claims, source, member);
  const hasSource = nodeAt(pair[source].node, member) !== "none" && isTaken(member, []);
  return isCarried && isUnclaimed && hasSource ? [...groups, [member]] : groups;
}

/** True if a path is certain to be present when another one is: each step that they don't share is required or has a default. */
function isImplied(source: SchemaNode, trigger: KeyPath, path: KeyPath): boolean {
  const shared = path.findIndex((key, index) => trigger[index] !== key);
  const start = shared < 0 ? path.length : shared;
  return path
    .slice(start)
    .every((key, index) => isAlwaysPresent(nodeAt(source, path.slice(0, start + index)), key));
}

function isBelow(path: KeyPath, above: KeyPath): boolean {
  return path.length > above.length && startsWith(path, above);
}
