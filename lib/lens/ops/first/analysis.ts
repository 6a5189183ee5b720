import { otherSide, type Side } from "../../../converter/side.ts";
import type { FirstOp, FirstRule, FirstSource } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { Findings } from "../analysis/findings.ts";
import { reportNarrowedPaths } from "../analysis/narrowed-path-reports.ts";
import type { PlacePair } from "../analysis/place-pair.ts";
import { noteSide } from "../analysis/side-notes.ts";
import { wordsOf } from "../map/analysis.ts";
import { isOneToOne } from "../map/codec.ts";
import { isInverted, sourceRule } from "../registry.ts";

/** Value ops of a text and a number. A number stays the same when it is converted to a text and back; a text may not. */
const textOps: ReadonlySet<string> = new Set(["convert", "duration", "quantity"]);

/**
 * Reports sources that don't fit the target of a `first` rule, and a target that doesn't fit the source it is written back to.
 */
export function walkFirst(walk: AnalysisContext, data: FirstRule, opPlace: OpPlace): void {
  const many: Side = Array.isArray(data.from) ? "from" : "to";
  const one = otherSide(many);
  const sources = sourcesOf(data[many]);
  const pairs = sources.flatMap((source, index) => {
    const place = opPlace.places[many][index];
    if (place === undefined) return [];
    const pair: PlacePair = { ...opPlace.pair, [many]: place };
    return [{ source, pair, isBackTo: data.backTo === "all" || index === (data.backTo ?? 0) }];
  });
  const isExact = pairs.every(
    ({ source, pair }) => typeof source === "string" || isExactBack(source, pair, one),
  );
  noteSide(walk, opPlace, many, "preserved");
  noteSide(walk, opPlace, one, isExact ? "changed" : "preserved");
  for (const { source, pair, isBackTo } of pairs) {
    if (typeof source !== "string") walkSourceOp(walk, source, { ...opPlace, pair }, isBackTo);
    else {
      reportNarrowedPaths(walk, pair, one);
      if (isBackTo) reportNarrowedPaths(walk, pair, many);
    }
  }
}

/** True if every value that the target (`one`) allows stays the same when it is converted to the source and forward again. */
function isExactBack(source: FirstOp, pair: PlacePair, one: Side): boolean {
  const rule = sourceRule(source);
  if (textOps.has(rule.op)) {
    const isTurned = isInverted(rule, { from: pair.from.node, to: pair.to.node });
    return one !== (isTurned ? "to" : "from");
  }
  return rule.op === "map" && isOneToOne(rule) && wordsOf(pair[one].node) !== undefined;
}

function sourcesOf(named: string | readonly FirstSource[]): readonly FirstSource[] {
  return typeof named === "string" ? [named] : named;
}

/** The codes that are reported even for a source that no value is written back to. */
const always: ReadonlySet<string> = new Set(["E102", "E103", "E105", "E110"]);

/** Checks the op of a source. If `backTo` names the source, all faults are reported, else only those in `always`. */
function walkSourceOp(
  walk: AnalysisContext,
  source: FirstOp,
  opPlace: OpPlace,
  isBackTo: boolean,
): void {
  const data = sourceRule(source);
  const findings = new Findings();
  const ownContext: AnalysisContext = { ...walk, findings };
  if (data.op === "each") walk.scope(ownContext, [{ ...data, from: ".", to: "." }], opPlace.pair);
  else walk.op(ownContext, data, opPlace);
  for (const fault of findings.faults) {
    if (isBackTo || always.has(fault.code)) walk.findings.fault(fault);
  }
}
