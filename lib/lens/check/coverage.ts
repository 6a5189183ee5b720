import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import { isFree, memberNode } from "../language/schema-node.ts";
import { isAcceptedRefusal } from "../ops/analysis/accepted.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { compareCarried, noteCarried, reportNarrowing } from "../ops/analysis/carried.ts";
import { strongerOutcome } from "../ops/analysis/findings.ts";
import { isLeaf, noteTree } from "../ops/analysis/leaves.ts";
import type { FieldOutcome } from "../ops/analysis/lens-analysis.ts";
import { hasAdditionalProperties, isAlwaysPresent } from "../ops/analysis/narrowed-paths.ts";
import { branchesOf, junctors, mayRefuseFreeValue } from "../ops/analysis/narrowings.ts";
import {
  memberSchemaPlace,
  type PlacePair,
  pairBelow,
  placeAt,
  type SchemaPlace,
  valueSchemaPlace,
} from "../ops/analysis/place-pair.ts";
import { requiredConstraint } from "../ops/analysis/required-reports.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { itemsPair } from "./container-rules.ts";
import { counterpartsAmong } from "./counterparts.ts";
import { missingMembers } from "./missing-members.ts";
import { type ScopeClaims, scopeClaims } from "./scope-claims.ts";
import {
  type MissingRequiredPath,
  reportOneSided,
  reportUnfilled,
  type UncoveredPlace,
} from "./uncovered.ts";
import { reportUntouched } from "./untouched.ts";

/** The state of the check of the fields that no rule of a scope covers. */
interface ScopeCoverage {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly claims: ScopeClaims;
  readonly pair: PlacePair;
  readonly oneSided: Readonly<Record<Side, UncoveredPlace[]>>;
  readonly unfilled: MissingRequiredPath[];
}

/** Two corresponding paths in a scope. */
interface CoveredPair {
  readonly pair: PlacePair;
  /** The claims on the two paths and on those below; undefined if there are none. */
  readonly claims: ScopeClaims | undefined;
  /** The keys from the scope's root; undefined inside lists and maps with arbitrary keys. */
  readonly path: KeyPath | undefined;
}

/**
 * Checks the fields that no rule of a scope covers. Each path of either schema must be claimed by a rule, or exist in both
 * versions with constraints that allow the same values; and required members must be written.
 */
export function coverScope(walk: AnalysisContext, scope: RuleScope, pair: PlacePair): void {
  const claims = scopeClaims(scope);
  const oneSided = { from: [], to: [] };
  const coverage: ScopeCoverage = { walk, scope, claims, pair, oneSided, unfilled: [] };
  coverPair(coverage, { pair, claims, path: [] });
  const uncovered = { ...coverage, counterpartOf: counterpartsAmong(oneSided, pair) };
  reportUnfilled(uncovered);
  reportOneSided(uncovered);
}

function coverPair(coverage: ScopeCoverage, covered: CoveredPair): void {
  const { pair, claims } = covered;
  const open = sides.filter(
    (side) => pair[side].node !== "none" && claims?.rule[side] === undefined,
  );
  if (open.length === 2) coverBoth(coverage, covered);
  else for (const side of open) coverOneSided(coverage, side, pair[side], covered);
}

/** Checks a path that no rule claims on `side`: it is covered if rules claim its members, else it is noted as uncovered. */
function coverOneSided(
  coverage: ScopeCoverage,
  side: Side,
  place: SchemaPlace,
  covered: CoveredPair,
): void {
  const { claims, path } = covered;
  if (place.node === "none" || (place.node === "free" && coverage.walk.isUnverified)) return;
  if (place.node === "free" || claims === undefined || !claimsBelow(claims, side)) {
    coverage.oneSided[side].push({ ...place, otherClaim: claims?.rule[otherSide(side)] });
    return;
  }
  if (path !== undefined) noteMissing(coverage, side, path, false);
  for (const key of place.node.properties?.keys() ?? []) {
    const child = claims.children.get(key);
    if (child?.rule[side] !== undefined) continue;
    const below = path && [...path, key];
    const member = memberSchemaPlace(place, key);
    coverOneSided(coverage, side, member, { pair: coverage.pair, claims: child, path: below });
  }
}

function claimsBelow({ children, rule }: ScopeClaims, side: Side): boolean {
  return (
    rule[side] !== undefined || [...children.values()].some((child) => claimsBelow(child, side))
  );
}

function coverBoth(coverage: ScopeCoverage, covered: CoveredPair): void {
  const { walk } = coverage;
  const { pair } = covered;
  const [from, to] = [pair.from.node, pair.to.node];
  const isNotKnown = from === "free" || to === "free";
  if (!compareCarried(walk, pair)) {
    noteUnlikeTypes(walk, pair);
  } else if (isNotKnown || (isLeaf(from) && isLeaf(to))) {
    noteCarried(walk, withPreserved(walk, pair));
    if (isNotKnown) noteFieldsOppositeFree(walk, pair);
    if (isUntouchedFree(coverage, covered)) reportUntouched(walk, pair);
  } else {
    noteMapOppositeLeaf(walk, pair);
    reportClaimedBranches(walk, covered);
    noteMissingIn(coverage, covered);
    coverMembers(coverage, covered);
  }
}

/** True for a path for which both versions allow any JSON, if no rule names it or a path below it. */
function isUntouchedFree({ walk }: ScopeCoverage, { pair, claims, path }: CoveredPair): boolean {
  const isNamed = path?.length === 0 && pair.via !== undefined;
  if (walk.isUnverified || isNamed || (claims !== undefined && hasClaims(claims))) return false;
  return isFree(pair.from.node) && isFree(pair.to.node);
}

function hasClaims(claims: ScopeClaims): boolean {
  return sides.some((side) => claimsBelow(claims, side));
}

/**
 * The pair, with the outcome `preserved` for a version that alone allows any JSON at its path: values that the other version's
 * schema refuses are preserved.
 */
function withPreserved(walk: AnalysisContext, pair: PlacePair): PlacePair {
  const isFitted = (side: Side): boolean =>
    isFree(pair[side].node) && !isFree(pair[otherSide(side)].node) && !walk.isUnverified;
  const weakestOutcomeOf = (side: Side): FieldOutcome =>
    isFitted(side)
      ? strongerOutcome("preserved", pair.weakestOutcome[side])
      : pair.weakestOutcome[side];
  return {
    ...pair,
    weakestOutcome: { from: weakestOutcomeOf("from"), to: weakestOutcomeOf("to") },
  };
}

/** Notes that values at two paths of different types are preserved: no value fits the other type. */
function noteUnlikeTypes(walk: AnalysisContext, pair: PlacePair): void {
  for (const side of sides) {
    noteTree(walk, pair[side], { side, outcome: "preserved", to: [], rule: pair.via });
  }
}

/** Notes the fields that one version declares at a path for which the other version allows any JSON. */
function noteFieldsOppositeFree(walk: AnalysisContext, pair: PlacePair): void {
  for (const side of sides) {
    if (pair[side].node === "free") continue;
    const to = [pair[otherSide(side)].path];
    noteTree(walk, pair[side], { side, outcome: pair.weakestOutcome[side], to, rule: pair.via });
  }
}

/** Notes a map as a whole if only one version declares members of it. */
function noteMapOppositeLeaf(walk: AnalysisContext, pair: PlacePair): void {
  if (isLeaf(pair.from.node) || isLeaf(pair.to.node)) noteCarried(walk, pair);
}

/**
 * Reports E124 if a branch of an allOf, anyOf, oneOf or not names a member that a rule claims: no rule converts what the branch
 * requires.
 */
function reportClaimedBranches(walk: AnalysisContext, { pair, claims }: CoveredPair): void {
  for (const side of sides) {
    const { node } = pair[side];
    if (claims === undefined || typeof node === "string") continue;
    for (const junctor of junctors) {
      const keys = branchesOf(node, junctor).flatMap(({ required = [], properties }) => [
        ...required,
        ...(properties?.keys() ?? []),
      ]);
      if (keys.some((key) => hasMovingClaim(claims.children.get(key), side))) {
        reportNarrowing(walk, pair, side, { type: "junctor", junctor });
      }
    }
  }
}

/** True if a rule claims a path in `claims`. A `variant` does not count, since its cases follow the branches. */
function hasMovingClaim(claims: ScopeClaims | undefined, side: Side): boolean {
  if (claims === undefined) return false;
  const rule = claims.rule[side];
  if (rule !== undefined) return rule.data?.op !== "variant";
  return [...claims.children.values()].some((child) => hasMovingClaim(child, side));
}

function coverMembers(coverage: ScopeCoverage, { pair, claims, path }: CoveredPair): void {
  const keys = new Set(sides.flatMap((side) => declaredKeys(pair[side])));
  for (const key of keys) {
    coverPair(coverage, {
      pair: pairBelow(pair, memberSchemaPlace(pair.from, key), memberSchemaPlace(pair.to, key)),
      claims: claims?.children.get(key),
      path: path && [...path, key],
    });
  }
  if (sides.some((side) => hasAdditionalProperties(pair[side].node))) {
    const below = pairBelow(pair, valueSchemaPlace(pair.from), valueSchemaPlace(pair.to));
    coverPair(coverage, { pair: below, claims: undefined, path: undefined });
  }
  if (sides.some((side) => hasItems(pair[side]))) {
    coverPair(coverage, { pair: itemsPair(pair), claims: undefined, path: undefined });
  }
}

function declaredKeys({ node }: SchemaPlace): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function hasItems({ node }: SchemaPlace): boolean {
  return typeof node !== "string" && node.items !== undefined;
}

/** Notes the members of two corresponding maps that a version requires and that may stay absent. */
function noteMissingIn(coverage: ScopeCoverage, { pair, path }: CoveredPair): void {
  for (const side of sides) {
    if (path !== undefined) noteMissing(coverage, side, path, true);
    else
      for (const key of missingCarried(pair, side)) noteUnfilled(coverage, side, pair[side], key);
  }
}

function noteMissing(coverage: ScopeCoverage, side: Side, path: KeyPath, isCarried: boolean): void {
  const { scope, claims, pair } = coverage;
  for (const key of missingMembers({ scope, claims, pair, side, path, isCarried })) {
    noteUnfilled(coverage, side, placeAt(pair, side, path), key);
  }
}

/** The members that `side` requires of a map and that may stay absent, if no rule claims the map. */
function missingCarried(pair: PlacePair, side: Side): readonly string[] {
  const [node, source] = [pair[side].node, pair[otherSide(side)].node];
  if (typeof node === "string") return [];
  return (node.validation?.required ?? []).filter((key) => {
    const isTaken = !mayRefuseFreeValue(memberNode(source, key), memberNode(node, key));
    const isFilled = node.properties?.get(key)?.default !== undefined;
    return !isFilled && !(isTaken && isAlwaysPresent(source, key));
  });
}

function noteUnfilled(coverage: ScopeCoverage, side: Side, parent: SchemaPlace, key: string): void {
  const place = memberSchemaPlace(parent, key);
  if (isAcceptedRefusal(coverage.walk, requiredConstraint(coverage.walk, side, place.path))) return;
  coverage.unfilled.push({ side, place });
}
