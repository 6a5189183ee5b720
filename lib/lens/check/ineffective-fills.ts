import { otherSide, type Side, sides } from "../../converter/side.ts";
import { type KeyPath, startsWith } from "../language/path.ts";
import { isRequired, nodeAt } from "../language/schema-node.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import { type PlacePair, placeAt } from "../ops/analysis/place-pair.ts";
import type { RuleScope, ScopeRule } from "../place/scoped-lens.ts";
import { isClaimed, scopeClaims } from "./scope-claims.ts";

/**
 * Reports E136 for a fill in a map that only the rule itself creates: if the rule has no value, the map is absent, and a fill
 * does not create it. Such a lens breaks no law.
 */
export function reportIneffectiveFill(
  walk: AnalysisContext,
  scope: RuleScope,
  rule: ScopeRule,
  pair: PlacePair,
): void {
  for (const side of sides) {
    const [path, ...others] = rule[side];
    if (rule.data?.fill?.[side] === undefined || path === undefined || others.length > 0) continue;
    const map = path.slice(0, -1);
    if (map.length === 0 || existsWithoutRule({ scope, rule, pair, side, map })) continue;
    const [filled, holder] = [placeAt(pair, side, path).path, placeAt(pair, side, map).path];
    reportFault(walk, {
      code: "E136",
      path: filled,
      text: `fill at ${quotedPath(filled)} has no effect where ${quotedPath(holder)} is absent, and nothing but this rule creates that map. Write a rule with fill for the map, and put this rule in its rules`,
      rule: rule.data,
    });
  }
}

interface FilledMap {
  readonly scope: RuleScope;
  readonly rule: ScopeRule;
  readonly pair: PlacePair;
  readonly side: Side;
  /** The map that holds the filled path. */
  readonly map: KeyPath;
}

/** True if the map is required, is copied from the other version, or another rule writes into it. */
function existsWithoutRule({ scope, rule, pair, side, map }: FilledMap): boolean {
  const opposite = otherSide(side);
  if (pair.isBody && map[0] === "metadata") return true;
  if (isRequired(pair[side].node, map)) return true;
  const isCarried = nodeAt(pair[opposite].node, map) !== "none";
  if (isCarried && !isClaimed(scopeClaims(scope), opposite, map)) return true;
  return scope.rules.some(
    (other) =>
      other !== rule &&
      other[opposite].length > 0 &&
      other[side].some((path) => startsWith(path, map)),
  );
}
