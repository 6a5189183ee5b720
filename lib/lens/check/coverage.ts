import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type KeyPath, type Path, pathText } from "../language/path.ts";
import { isFree, memberNode } from "../language/schema-node.ts";
import { accepts } from "../ops/analysis/accepted.ts";
import { compareCarried, noteCarried, reportNarrowing } from "../ops/analysis/carried.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { worse } from "../ops/analysis/findings.ts";
import { isLeaf, noteTree } from "../ops/analysis/leaves.ts";
import type { Verdict } from "../ops/analysis/lens-analysis.ts";
import { branchesOf, junctors, mayRefuseFree } from "../ops/analysis/narrowings.ts";
import { reportMissing, requiredAt } from "../ops/analysis/required-reports.ts";
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
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { wholeSideIn } from "../place/whole-value.ts";
import { type Claims, claimsOf } from "./claim-tree.ts";
import { itemsSite } from "./container-rules.ts";
import { likeliest, reachable } from "./nearest.ts";
import { missingMembers } from "./required.ts";

/** What one scope leaves to identity, under way. */
interface Cover {
  readonly walk: AnalysisContext;
  readonly scope: RuleScope;
  readonly claims: Claims;
  readonly site: Site;
  /** Places of one side that no rule covers. */
  readonly oneSided: Readonly<Record<Side, UncoveredSpot[]>>;
  readonly unfilled: { readonly side: Side; readonly spot: Spot }[];
}

/** A place of one side without a partner. */
interface UncoveredSpot extends Spot {
  /** The rule that claims the same path of the other side. */
  readonly otherClaim: ScopeRule | undefined;
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
  } else {
    noteLeafSide(walk, site);
    reportClaimedBranches(walk, pair);
    noteMissingIn(cover, pair);
    coverMembers(cover, pair);
  }
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

/** E104, with the likeliest of what the other side has beside. */
function reportUnfilled({ walk, site, unfilled, oneSided }: Cover): void {
  for (const { side, spot } of unfilled) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    const [candidate] = likeliest(spot, inSameList(site, side, spot, candidates));
    const remedy =
      candidate === undefined ? "fill" : `fill, or move from ${quotedPath(candidate.spot.path)}`;
    reportMissing(walk, { side, path: spot.path, remedy, rule: site.via });
  }
}

/** E101, but for what is required: E104 has said it. */
function reportOneSided(cover: Cover): void {
  const { walk, unfilled, oneSided } = cover;
  // Beside a member that is the other side's whole value nothing can go over: the others stay with their item.
  const staying = wholeSideIn(cover.scope);
  const said = new Set(unfilled.map(({ side, spot }) => `${side} ${quotedPath(spot.path)}`));
  for (const side of sides) {
    const candidates = oneSided[otherSide(side)].flatMap(reachable);
    for (const lone of oneSided[side]) {
      noteTree(walk, lone, { side, verdict: "preserved", to: [], rule: undefined });
      // A keep of what both versions have is E126.
      const isSaid =
        said.has(`${side} ${quotedPath(lone.path)}`) || lone.otherClaim?.data?.op === "keep";
      const stays = staying !== undefined && staying !== side;
      if (!isSaid && !stays) reportUncovered(cover, side, lone, candidates);
    }
  }
}

function reportUncovered(
  { walk, site }: Cover,
  side: Side,
  lone: UncoveredSpot,
  candidates: readonly Spot[],
): void {
  const [candidate] = likeliest(lone, inSameList(site, side, lone, candidates));
  const [version, other] = [walk.versions[side], walk.versions[otherSide(side)]];
  const way = side === "from" ? "move to" : "move from";
  const remedy =
    candidate === undefined
      ? "keep or drop"
      : `keep, drop or ${way} ${quotedPath(candidate.spot.path)}`;
  const fact =
    lone.otherClaim === undefined
      ? `${quotedPath(lone.path)} exists only in ${version}, and no rule covers it`
      : `a rule claims ${quotedPath(lone.path)} of ${other}, but no rule covers that of ${version}`;
  report(walk, {
    code: "E101",
    path: lone.path,
    text: `${fact}. Try ${remedy}`,
    rule: lone.otherClaim?.data ?? site.via,
    candidate: candidate && { path: pathText(candidate.spot.path), reason: candidate.reason },
  });
}

/** Of places of the other side those in the same list or map of any key: nothing moves from one list to another. */
function inSameList(
  site: Site,
  side: Side,
  { path }: Spot,
  candidates: readonly Spot[],
): readonly Spot[] {
  const own = pathText(listAround(path.slice(site[side].path.length)));
  const start = site[otherSide(side)].path.length;
  return candidates.filter((other) => pathText(listAround(other.path.slice(start))) === own);
}

function listAround(path: Path): Path {
  return path.slice(0, path.findLastIndex((step) => typeof step !== "string") + 1);
}
