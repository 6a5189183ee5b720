import { type Side, sides } from "../../converter/side.ts";
import { type Path, parsePath, pathText, startsWith } from "../language/path.ts";
import type { KeepRule } from "../language/rule.ts";
import type { AnalysisContext } from "../ops/analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../ops/analysis/fault-texts.ts";
import { type PlacePair, placeAt, type SchemaPlace } from "../ops/analysis/place-pair.ts";
import { sideOfRule } from "../ops/analysis/side-of-rule.ts";
import { pathTexts } from "../ops/rule-text.ts";
import type { RuleScope } from "../place/scoped-lens.ts";
import { type ShapePair, shapePairs } from "./shape-pairs.ts";

/** A place that a keep without a reason names. */
interface UnexplainedKeep {
  readonly place: SchemaPlace;
  readonly data: KeepRule;
}

/**
 * Reports E135 for two `keep` rules of a scope, one for each version, whose fields may be the same field. Such a lens breaks no
 * law, but neither version shows what was written at the other version.
 */
export function reportSimilarKeeps(walk: AnalysisContext, scope: RuleScope, pair: PlacePair): void {
  const kept = { from: keptIn(scope, pair, "from"), to: keptIn(scope, pair, "to") };
  if (sides.some((side) => kept[side].length === 0)) return;
  const placesOf = (side: Side): readonly SchemaPlace[] => kept[side].map(({ place }) => place);
  const lone = { from: placesOf("from"), to: placesOf("to") };
  for (const found of shapePairs(lone, { from: pair.from.path, to: pair.to.path })) {
    reportFault(walk, {
      code: "E135",
      path: found.from.path,
      text: keptAlikeText(walk, found, kept),
      rule: keepOf(kept.from, found.from)?.data,
    });
  }
}

function keptIn({ rules }: RuleScope, pair: PlacePair, side: Side): readonly UnexplainedKeep[] {
  return rules.flatMap(({ data, [side]: [path] }) => {
    if (data?.op !== "keep" || sideOfRule(data) !== side || path === undefined) return [];
    const hasReason = (data.reason ?? "").trim() !== "";
    return hasReason ? [] : [{ place: placeAt(pair, side, path), data }];
  });
}

/** The `keep` rule that names a place or a map around it. */
function keepOf(
  kept: readonly UnexplainedKeep[],
  { path }: SchemaPlace,
): UnexplainedKeep | undefined {
  return kept.find(({ place }) => startsWith(path, place.path));
}

function keptAlikeText(
  { versions }: AnalysisContext,
  pair: ShapePair,
  kept: Readonly<Record<Side, readonly UnexplainedKeep[]>>,
): string {
  const [from, to] = sides.map((side) => `${quotedPath(pair[side].path)} of ${versions[side]}`);
  const [fromPath, toPath] = sides.map((side) => writtenPath(kept[side], pair[side], side));
  const table = pair.isOpposite ? ", table: { true: false, false: true }" : "";
  const rule = `- { ${pair.isOpposite ? "map" : "move"}: ${fromPath}, to: ${toPath}${table} }`;
  return `${from} and ${to} are both kept, and may be the same field (${pair.reason}): neither version shows the value that was written at the other. If they differ in meaning, give one keep a \`reason\`; if not, write one rule in place of both: ${rule}`;
}

/** The path of a place, as a rule in the same scope as its `keep` names it. */
function writtenPath(kept: readonly UnexplainedKeep[], place: SchemaPlace, side: Side): string {
  const own = keepOf(kept, place);
  const [text = ""] = own === undefined ? [] : pathTexts(own.data, side);
  const below: Path = place.path.slice(own?.place.path.length ?? 0);
  const path = pathText([...(parsePath(text) ?? []), ...below]);
  return /^[\w.-]+$/.test(path) ? path : JSON.stringify(path);
}
