import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import { isFree, memberNode } from "../language/schema-node.ts";
import { accepts } from "../ops/analysis/accepted.ts";
import { compareCarried, noteCarried, reportNarrowing } from "../ops/analysis/carried.ts";
import { worse } from "../ops/analysis/findings.ts";
import { isLeaf, noteTree } from "../ops/analysis/leaves.ts";
import type { Verdict } from "../ops/analysis/lens-analysis.ts";
import { branchesOf, junctors, mayRefuseFree } from "../ops/analysis/narrowings.ts";
import { requiredAt } from "../ops/analysis/required-reports.ts";
import {
  type AnalysisContext,
  memberSpot,
  type Site,
  type Spot,
  siteBelow,
  spotAt,
  valueSpot,
} from "../ops/analysis/site.ts";
import { hasValues, isSure } from "../ops/analysis/subsumption.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { type Claims, claimsOf } from "./claim-tree.ts";
import { itemsSite } from "./container-rules.ts";
import { missingMembers } from "./required.ts";
import { reportOneSided, reportUnfilled, type UncoveredSpot, type Unfilled } from "./uncovered.ts";
import { reportUntouched } from "./untouched.ts";

/** What one scope leaves to identity, under way. */
interface Cover {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly claims: Claims;
  readonly site: Site;
  readonly oneSided: Readonly<Record<Side, UncoveredSpot[]>>;
  readonly unfilled: Unfilled[];
}

/** A pair of places within a scope. */
interface PlacePair {
  readonly site: Site;
  /** Undefined below the last claim. */
  readonly claims: Claims | undefined;
  /** Keys from the scope's root; undefined inside lists and maps of any key. */
  readonly path: KeyPath | undefined;
}

/**
 * Checks what the rules of a scope leave to identity: every path of either schema is claimed, or on both sides and
 * allowed alike, and what a side requires is filled.
 */
export function coverScope(walk: AnalysisContext, scope: RuleScope, site: Site): void {
  const claims = claimsOf(scope);
  const oneSided = { from: [], to: [] };
  const cover: Cover = { walk, scope, claims, site, oneSided, unfilled: [] };
  coverPair(cover, { site, claims, path: [] });
  reportUnfilled(cover);
  reportOneSided(cover);
}

function coverPair(cover: Cover, pair: PlacePair): void {
  const { site, claims } = pair;
  const open = sides.filter(
    (side) => site[side].node !== "none" && claims?.rule[side] === undefined,
  );
  if (open.length === 2) coverBoth(cover, pair);
  else for (const side of open) coverOneSided(cover, side, site[side], pair);
}

/** A place of one side alone: covered where its members are, else no rule covers it. */
function coverOneSided(cover: Cover, side: Side, spot: Spot, pair: PlacePair): void {
  const { claims, path } = pair;
  if (spot.node === "none" || (spot.node === "free" && cover.walk.isUnverified)) return;
  if (spot.node === "free" || claims === undefined || !claimsBelow(claims, side)) {
    cover.oneSided[side].push({ ...spot, otherClaim: claims?.rule[otherSide(side)] });
    return;
  }
  if (path !== undefined) noteMissing(cover, side, path, false);
  for (const key of spot.node.properties?.keys() ?? []) {
    const child = claims.children.get(key);
    if (child?.rule[side] !== undefined) continue;
    const below = path && [...path, key];
    const member = memberSpot(spot, key);
    coverOneSided(cover, side, member, { site: cover.site, claims: child, path: below });
  }
}

function claimsBelow({ children, rule }: Claims, side: Side): boolean {
  return (
    rule[side] !== undefined || [...children.values()].some((child) => claimsBelow(child, side))
  );
}

function coverBoth(cover: Cover, pair: PlacePair): void {
  const { walk } = cover;
  const { site } = pair;
  const [from, to] = [site.from.node, site.to.node];
  const isNotKnown = from === "free" || to === "free";
  if (!compareCarried(walk, site)) {
    noteUnlikeTypes(walk, site);
  } else if (isNotKnown || (isLeaf(from) && isLeaf(to))) {
    noteCarried(walk, withPreserved(walk, site));
    if (isNotKnown) noteUnderFree(walk, site);
    if (isUntouchedFree(cover, pair)) reportUntouched(walk, site);
  } else {
    noteLeafSide(walk, site);
    reportClaimedBranches(walk, pair);
    noteMissingIn(cover, pair);
    coverMembers(cover, pair);
  }
}

/** True for a place that both versions leave free and no rule names, neither itself nor below. */
function isUntouchedFree({ walk }: Cover, { site, claims, path }: PlacePair): boolean {
  const isNamed = path?.length === 0 && site.via !== undefined;
  if (walk.isUnverified || isNamed || (claims !== undefined && hasClaims(claims))) return false;
  return isFree(site.from.node) && isFree(site.to.node);
}

function hasClaims(claims: Claims): boolean {
  return sides.some((side) => claimsBelow(claims, side));
}

/** Where one version leaves a place free, what the other's schema does not take of it is preserved. */
function withPreserved(walk: AnalysisContext, site: Site): Site {
  const isFitted = (side: Side): boolean =>
    isFree(site[side].node) && !isFree(site[otherSide(side)].node) && !walk.isUnverified;
  const floorOf = (side: Side): Verdict =>
    isFitted(side) ? worse("preserved", site.floor[side]) : site.floor[side];
  return { ...site, floor: { from: floorOf("from"), to: floorOf("to") } };
}

/** Two places of different types: what stood on one side never fits the other. */
function noteUnlikeTypes(walk: AnalysisContext, site: Site): void {
  for (const side of sides) {
    noteTree(walk, site[side], { side, verdict: "preserved", to: [], rule: site.via });
  }
}

function noteUnderFree(walk: AnalysisContext, site: Site): void {
  for (const side of sides) {
    if (site[side].node === "free") continue;
    const to = [site[otherSide(side)].path];
    noteTree(walk, site[side], { side, verdict: site.floor[side], to, rule: site.via });
  }
}

/** A map that names no members on one side only. */
function noteLeafSide(walk: AnalysisContext, site: Site): void {
  if (isLeaf(site.from.node) || isLeaf(site.to.node)) noteCarried(walk, site);
}

/** E124: a branch that names a member which a rule claims says something that no rule carries over. */
function reportClaimedBranches(walk: AnalysisContext, { site, claims }: PlacePair): void {
  for (const side of sides) {
    const { node } = site[side];
    if (claims === undefined || typeof node === "string") continue;
    for (const junctor of junctors) {
      const keys = branchesOf(node, junctor).flatMap(({ required = [], properties }) => [
        ...required,
        ...(properties?.keys() ?? []),
      ]);
      if (keys.some((key) => isMoved(claims.children.get(key), side))) {
        reportNarrowing(walk, site, side, { type: "junctor", junctor });
      }
    }
  }
}

/** True where a rule other than a variant, which knows about branches, claims something here. */
function isMoved(claims: Claims | undefined, side: Side): boolean {
  if (claims === undefined) return false;
  const rule = claims.rule[side];
  if (rule !== undefined) return rule.data?.op !== "variant";
  return [...claims.children.values()].some((child) => isMoved(child, side));
}

function coverMembers(cover: Cover, { site, claims, path }: PlacePair): void {
  const keys = new Set(sides.flatMap((side) => declaredKeys(site[side])));
  for (const key of keys) {
    coverPair(cover, {
      site: siteBelow(site, memberSpot(site.from, key), memberSpot(site.to, key)),
      claims: claims?.children.get(key),
      path: path && [...path, key],
    });
  }
  if (sides.some((side) => hasValues(site[side].node))) {
    const below = siteBelow(site, valueSpot(site.from), valueSpot(site.to));
    coverPair(cover, { site: below, claims: undefined, path: undefined });
  }
  if (sides.some((side) => hasItems(site[side]))) {
    coverPair(cover, { site: itemsSite(site), claims: undefined, path: undefined });
  }
}

function declaredKeys({ node }: Spot): readonly string[] {
  return typeof node === "string" ? [] : [...(node.properties?.keys() ?? [])];
}

function hasItems({ node }: Spot): boolean {
  return typeof node !== "string" && node.items !== undefined;
}

/** Members that one side requires, of a pair of maps. */
function noteMissingIn(cover: Cover, { site, path }: PlacePair): void {
  for (const side of sides) {
    if (path !== undefined) noteMissing(cover, side, path, true);
    else for (const key of missingCarried(site, side)) noteUnfilled(cover, side, site[side], key);
  }
}

function noteMissing(cover: Cover, side: Side, path: KeyPath, isCarried: boolean): void {
  const { scope, claims, site } = cover;
  for (const key of missingMembers({ scope, claims, site, side, path, isCarried })) {
    noteUnfilled(cover, side, spotAt(site, side, path), key);
  }
}

/** Members that a map requires where nothing but identity fills it. */
function missingCarried(site: Site, side: Side): readonly string[] {
  const [node, source] = [site[side].node, site[otherSide(side)].node];
  if (typeof node === "string") return [];
  return (node.validation?.required ?? []).filter((key) => {
    const isTaken = !mayRefuseFree(memberNode(source, key), memberNode(node, key));
    const isFilled = node.properties?.get(key)?.default !== undefined;
    return !isFilled && !(isTaken && isSure(source, key));
  });
}

function noteUnfilled(cover: Cover, side: Side, parent: Spot, key: string): void {
  const spot = memberSpot(parent, key);
  if (accepts(cover.walk, requiredAt(cover.walk, side, spot.path))) return;
  cover.unfilled.push({ side, spot });
}
