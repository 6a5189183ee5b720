import { otherSide, type Side, sides } from "../../converter/side.ts";
import type { KeyPath } from "../language/path.ts";
import { nodeAt } from "../language/schema-node.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { memberSchemaPlace, type PlacePair, placeAt } from "../ops/analysis/place-pair.ts";
import { reportMissing } from "../ops/analysis/required-reports.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { absenceCauseAt } from "./absence-causes.ts";
import { missingMembers } from "./missing-members.ts";
import { type ScopeClaims, scopeClaims } from "./scope-claims.ts";

/**
 * Reports E104 for required members that may stay absent, in maps that the rules of `scope` write into. Only if the other version
 * has no map at the same path, or if `named` has a claim on the member or below it.
 */
export function reportWrittenMaps(
  walk: AnalysisContext,
  scope: RuleScope,
  pair: PlacePair,
  named: ScopeClaims,
): void {
  const claims = scopeClaims(scope);
  for (const side of sides) {
    for (const path of writtenMaps(scope.rules.flatMap((rule) => rule[side]))) {
      const isAlone = nodeAt(pair[otherSide(side)].node, path) === "none";
      const container = { scope, claims, pair, side, path, isCarried: false };
      for (const key of missingMembers(container)) {
        if (!isAlone && !isClaimedAtOrBelow(named, side, [...path, key])) continue;
        const { path: missing } = memberSchemaPlace(placeAt(pair, side, path), key);
        const cause = absenceCauseAt(scope, side, [...path, key], walk.versions);
        reportMissing(walk, { side, path: missing, remedy: "fill", rule: pair.via, cause });
      }
    }
  }
}

/** The paths of all maps that contain one of the given paths, each once. */
function writtenMaps(paths: readonly KeyPath[]): readonly KeyPath[] {
  const all = paths.flatMap((path) => path.map((_, length) => path.slice(0, length)));
  return [...new Map(all.map((path) => [JSON.stringify(path), path])).values()];
}

/** True if a rule claims a path or one below it. */
function isClaimedAtOrBelow(root: ScopeClaims, side: Side, path: KeyPath): boolean {
  let node: ScopeClaims | undefined = root;
  for (const key of path) node = node?.children.get(key);
  return node !== undefined && hasClaim(node, side);
}

function hasClaim({ rule, children }: ScopeClaims, side: Side): boolean {
  return rule[side] !== undefined || [...children.values()].some((child) => hasClaim(child, side));
}
