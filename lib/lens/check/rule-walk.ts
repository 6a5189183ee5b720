import { otherSide, type Side, sides } from "../../converter/side.ts";
import { isSamePath, type KeyPath, type Path, pathText } from "../language/path.ts";
import { reportAbsence } from "../ops/analysis/absence-reports.ts";
import type { RulePlaces } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import { reportMergeStrategies } from "../ops/analysis/merge-strategies.ts";
import { type PlacePair, placeAt, type SchemaPlace } from "../ops/analysis/place-pair.ts";
import {
  claimedMetadata,
  metadataFaults,
  objectReadFault,
  objectReads,
} from "../place/metadata-paths.ts";
import { scopeLens } from "../place/scope-lens.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { noteMovedContainer, walkItems, walkNamedLens, walkValues } from "./container-rules.ts";
import { coverScope } from "./coverage.ts";
import { reportIneffectiveFill } from "./ineffective-fills.ts";
import type { LensWalk } from "./lens-walk.ts";
import { isClaimed, scopeClaims } from "./scope-claims.ts";
import { likeliestPath, placeAndMembers } from "./similar-fields.ts";
import { reportSimilarKeeps } from "./similar-keeps.ts";

/** Analyses a scope: first the fields that no rule covers, then each rule. */
export function walkScope(walk: LensWalk, scope: RuleScope, pair: PlacePair): void {
  const claims = scopeClaims(scope);
  if (claims.rule.from === undefined || claims.rule.to === undefined) {
    coverScope(walk, scope, pair);
  }
  reportSimilarKeeps(walk, scope, pair);
  walkRules(walk, scope, pair);
}

/** Analyses the rules of a scope only. */
export function walkRules(walk: LensWalk, scope: RuleScope, pair: PlacePair): void {
  for (const rule of scope.rules) walkRule(walk, scope, rule, pair);
}

function walkRule(walk: LensWalk, scope: RuleScope, rule: ScopeRule, scopePair: PlacePair): void {
  if (rule.action.type === "excluded") return;
  if (scopePair.isBody && reportMetadata(walk, rule)) return;
  const places = {
    from: rule.from.map((path) => placeAt(scopePair, "from", path)),
    to: rule.to.map((path) => placeAt(scopePair, "to", path)),
  };
  if (reportUnknown(walk, rule, scopePair)) return;
  const { action, data } = rule;
  const pair = carriedBy(rule, places, scopePair);
  reportIdle(walk, rule, pair.from);
  if (data !== undefined) reportAbsence(walk, data, { scopePair, pair, places, rule });
  reportIneffectiveFill(walk, scope, rule, scopePair);
  switch (action.type) {
    case "within":
      noteMovedContainer(walk, pair);
      reportMergeStrategies(walk, pair);
      walk.walks.scope(walk, action.inner, pair);
      return;
    case "named":
      walkNamedLens(walk, action.lens, pair);
      return;
    case "items":
      walkItems(walk, action.inner, rule, pair);
      return;
    case "values":
      walkValues(walk, action.inner, rule, pair);
      return;
    default:
      if (data === undefined) return;
      walk.op(walk, data, {
        scopePair,
        pair,
        places,
        rule,
        isClaimed: (side, path) => isClaimed(scopeClaims(scope), side, path),
      });
  }
}

function carriedBy(rule: ScopeRule, places: RulePlaces, pair: PlacePair): PlacePair {
  const none: SchemaPlace = { path: [], node: "none" };
  const {
    from: [from = none],
    to: [to = none],
  } = places;
  return {
    ...pair,
    from,
    to,
    via: rule.data ?? pair.via,
    omits: rule.data?.omit,
    fills: rule.data?.fill,
    isBody: false,
  };
}

/**
 * Reports E121 for metadata that a rule may not name, and E120 for metadata that a fill reads and a rule claims: its value
 * differs between the versions. True if there is an E121 fault.
 */
function reportMetadata(walk: LensWalk, rule: ScopeRule): boolean {
  const read = rule.data === undefined ? [] : objectReads(rule.data);
  const faults = [
    ...metadataFaults(rule, walk.group),
    ...read.flatMap((path) => objectReadFault(path, walk.group) ?? []),
  ];
  const claimed = read.length === 0 ? [] : claimedMetadata(scopeLens(walk.data).root);
  for (const path of read.filter((own) => claimed.some((other) => isSamePath(own, other)))) {
    const text = `${quotedPath(path)} is read by a fill, but a rule claims it. Read a label or annotation that no rule claims`;
    reportFault(walk, { code: "E120", path, text, rule: rule.data });
  }
  for (const { path, message } of faults) {
    reportFault(walk, {
      code: "E121",
      path,
      text: `${quotedPath(path)} ${message}`,
      rule: rule.data,
    });
  }
  return faults.length > 0;
}

/** Reports E129 for a `move` or `at` without an effect: the same path in both versions, no rules and no modifier. */
function reportIdle(
  walk: LensWalk,
  { data, from: [from], to: [to] }: ScopeRule,
  place: SchemaPlace,
): void {
  if ((data?.op !== "move" && data?.op !== "at") || from === undefined || to === undefined) return;
  const { rules, fail, fill, omit, beside } = data;
  const saysMore = [rules, fail, fill, omit, beside].some((modifier) => modifier !== undefined);
  if (saysMore || pathText(from) !== pathText(to)) return;
  reportFault(walk, {
    code: "E129",
    path: place.path,
    text: `the rule for ${quotedPath(place.path)} has no effect: a field without a rule is the same in both versions. Remove the rule, or add fill, omit or rules`,
    rule: data,
  });
}

/** Reports E103 for paths of a rule that do not exist in their version. True if there are any. */
function reportUnknown(walk: LensWalk, rule: ScopeRule, pair: PlacePair): boolean {
  const unknown = [
    ...sides.flatMap((side) => sidedPaths(side, rule[side]).filter((it) => isUnknown(it, pair))),
    ...unknownBeside(rule, pair),
  ];
  for (const { side, path } of unknown) {
    const place = placeAt(pair, side, path);
    const near = likeliestPath(place.path, placeAndMembers(pair[side]));
    reportFault(walk, {
      code: "E103",
      path: place.path,
      text: `no ${quotedPath(place.path)} in ${walk.versions[side]}${unknownHint(walk, { side, path }, near, pair)}`,
      rule: rule.data ?? pair.via,
      meant: near,
    });
  }
  return unknown.length > 0;
}

/** The most similar path that the version has, else that the other version has the very path: the two may be swapped. */
function unknownHint(
  walk: LensWalk,
  { side, path }: SidedPath,
  near: Path | undefined,
  pair: PlacePair,
): string {
  if (near !== undefined) return `; did you mean ${quotedPath(near)}?`;
  const other = otherSide(side);
  const isOfOther = !isUnknown({ side: other, path }, pair);
  return isOfOther ? `; ${walk.versions[other]} has it` : "";
}

/** A path of a rule, relative to its scope, in the version of a side. */
interface SidedPath {
  readonly side: Side;
  readonly path: KeyPath;
}

function sidedPaths(side: Side, paths: readonly KeyPath[]): readonly SidedPath[] {
  return paths.map((path) => ({ side, path }));
}

/** The paths of `beside` that do not exist. A path that counts for both versions must exist in at least one. */
function unknownBeside({ beside }: ScopeRule, pair: PlacePair): readonly SidedPath[] {
  const [from, to] = [sidedPaths("from", beside.from), sidedPaths("to", beside.to)];
  if (from.length === 0 || to.length === 0) {
    return [...from, ...to].filter((it) => isUnknown(it, pair));
  }
  return from.filter(
    (each, index) =>
      isUnknown(each, pair) && to.slice(index, index + 1).every((it) => isUnknown(it, pair)),
  );
}

function isUnknown({ side, path }: SidedPath, pair: PlacePair): boolean {
  return placeAt(pair, side, path).node === "none";
}
