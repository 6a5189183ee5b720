import { type Side, sides } from "../../converter/side.ts";
import { isSamePath, pathText } from "../language/path.ts";
import { reportAbsence } from "../ops/analysis/absence-reports.ts";
import { quotedPath, report } from "../ops/analysis/fault-texts.ts";
import { reportOwners } from "../ops/analysis/owners.ts";
import { type RuleSpots, type Site, type Spot, spotAt } from "../ops/analysis/site.ts";
import {
  claimedMetadata,
  metadataFaults,
  objectReadFault,
  objectReads,
} from "../place/metadata-paths.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { claimsOf, isClaimed } from "./claim-tree.ts";
import { noteRenamed, walkItems, walkNamed, walkValues } from "./container-rules.ts";
import { coverScope } from "./coverage.ts";
import type { LensWalk } from "./lens-walk.ts";
import { likeliestPath, reachable } from "./nearest.ts";

/** Walks a scope where it stands: what is left to identity, then each rule. */
export function walkScope(walk: LensWalk, scope: RuleScope, site: Site): void {
  const claims = claimsOf(scope);
  if (claims.rule.from === undefined || claims.rule.to === undefined) {
    coverScope(walk, scope, site);
  }
  walkRules(walk, scope, site);
}

/** Walks the rules of a scope alone. */
export function walkRules(walk: LensWalk, scope: RuleScope, site: Site): void {
  for (const rule of scope.rules) walkRule(walk, scope, rule, site);
}

function walkRule(walk: LensWalk, scope: RuleScope, rule: ScopeRule, site: Site): void {
  if (rule.action.type === "excluded") return;
  if (site.isBody && reportMetadata(walk, rule)) return;
  const spots = {
    from: rule.from.map((path) => spotAt(site, "from", path)),
    to: rule.to.map((path) => spotAt(site, "to", path)),
  };
  if (reportUnknown(walk, rule, spots, site)) return;
  const { action, data } = rule;
  const at = carriedBy(rule, spots, site);
  reportIdle(walk, rule, at.from);
  if (data !== undefined) reportAbsence(walk, data, { site, at, spots, rule });
  switch (action.type) {
    case "within":
      noteRenamed(walk, at);
      reportOwners(walk, at);
      walk.walks.scope(walk, action.inner, at);
      return;
    case "named":
      walkNamed(walk, action.lens, at);
      return;
    case "items":
      walkItems(walk, action.inner, rule, at);
      return;
    case "values":
      walkValues(walk, action.inner, rule, at);
      return;
    default:
      if (data === undefined) return;
      walk.op(walk, data, {
        site,
        at,
        spots,
        rule,
        isClaimed: (side, path) => isClaimed(claimsOf(scope), side, path),
      });
  }
}

function carriedBy(rule: ScopeRule, spots: RuleSpots, site: Site): Site {
  const none: Spot = { path: [], node: "none" };
  const {
    from: [from = none],
    to: [to = none],
  } = spots;
  return {
    ...site,
    from,
    to,
    via: rule.data ?? site.via,
    omits: rule.data?.omit,
    isBody: false,
  };
}

/** E121: metadata that no rule may name. E120: what a fill reads of the object and a rule claims: its two versions differ. */
function reportMetadata(walk: LensWalk, rule: ScopeRule): boolean {
  const read = rule.data === undefined ? [] : objectReads(rule.data);
  const faults = [
    ...metadataFaults(rule, walk.group),
    ...read.flatMap((path) => objectReadFault(path, walk.group) ?? []),
  ];
  const claimed = read.length === 0 ? [] : claimedMetadata(scopeLens(walk.data).root);
  for (const path of read.filter((own) => claimed.some((other) => isSamePath(own, other)))) {
    const text = `${quotedPath(path)} is read by a fill, and claimed by a rule`;
    report(walk, { code: "E120", path, text, rule: rule.data });
  }
  for (const { path, message } of faults) {
    report(walk, { code: "E121", path, text: `${quotedPath(path)} ${message}`, rule: rule.data });
  }
  return faults.length > 0;
}

/** E129: a move that neither moves, nor holds rules, nor has a modifier. */
function reportIdle(walk: LensWalk, { data, from: [from], to: [to] }: ScopeRule, at: Spot): void {
  if ((data?.op !== "move" && data?.op !== "at") || from === undefined || to === undefined) return;
  const { rules, fail, fill, omit, beside } = data;
  const saysMore = [rules, fail, fill, omit, beside].some((modifier) => modifier !== undefined);
  if (saysMore || pathText(from) !== pathText(to)) return;
  report(walk, {
    code: "E129",
    path: at.path,
    text: `${quotedPath(at.path)} has no effect: a field without a rule is the same in both versions. Remove the rule, or add fill, omit or rules`,
    rule: data,
  });
}

/** E103: a path that its version does not have. */
function reportUnknown(walk: LensWalk, rule: ScopeRule, spots: RuleSpots, site: Site): boolean {
  const unknown = [
    ...sides.flatMap((side) => spots[side].map((spot) => ({ side, spot })).filter(isUnknown)),
    ...unknownBeside(rule, site),
  ];
  for (const { side, spot } of unknown) {
    const near = likeliestPath(spot.path, reachable(site[side]));
    const hint = near === undefined ? "" : `; did you mean ${quotedPath(near)}?`;
    report(walk, {
      code: "E103",
      path: spot.path,
      text: `no ${quotedPath(spot.path)} in ${walk.versions[side]}${hint}`,
      rule: rule.data ?? site.via,
      meant: near,
    });
  }
  return unknown.length > 0;
}

interface SidedSpot {
  readonly side: Side;
  readonly spot: Spot;
}

/** The paths of `beside` that neither version has, of those where they may stand. */
function unknownBeside({ beside }: ScopeRule, site: Site): readonly SidedSpot[] {
  const spotsOf = (side: Side): readonly SidedSpot[] =>
    beside[side].map((path) => ({ side, spot: spotAt(site, side, path) }));
  const [from, to] = [spotsOf("from"), spotsOf("to")];
  if (from.length === 0 || to.length === 0) return [...from, ...to].filter(isUnknown);
  return from.filter(
    (each, index) => isUnknown(each) && to.slice(index, index + 1).every(isUnknown),
  );
}

function isUnknown({ spot }: SidedSpot): boolean {
  return spot.node === "none";
}
