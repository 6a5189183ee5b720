import { otherSide, type Side } from "../../../converter/side.ts";
import type { FirstOp, FirstRule, FirstSource } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { Findings } from "../analysis/findings.ts";
import type { PlacePair, SchemaPlace } from "../analysis/place-pair.ts";
import { reportShortfalls } from "../analysis/shortfall-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";
import { wordsOf } from "../map/analysis.ts";
import { isOneToOne } from "../map/codec.ts";
import { sourceRule } from "./first-source.ts";

/** Ops whose image comes back as it is. */
const exactBack: ReadonlySet<string> = new Set(["convert", "duration", "quantity"]);

/** first: every source has to fit the one place, which has to fit the source that it goes back to. */
export function walkFirst(walk: AnalysisContext, data: FirstRule, opPlace: OpPlace): void {
  const many: Side = Array.isArray(data.from) ? "from" : "to";
  const one = otherSide(many);
  const sources = sourcesOf(data[many]);
  const [target] = opPlace.places[one];
  const isExact = sources.every(
    (source) => typeof source === "string" || isExactBack(source, target),
  );
  noteSide(walk, opPlace, many, "preserved");
  noteSide(walk, opPlace, one, isExact ? "changed" : "preserved");
  for (const [index, source] of sources.entries()) {
    const place = opPlace.places[many][index];
    if (place === undefined) continue;
    const pair: PlacePair = { ...opPlace.pair, [many]: place };
    const isBackTo = data.backTo === "all" || index === (data.backTo ?? 0);
    if (typeof source !== "string") walkSourceOp(walk, source, { ...opPlace, pair }, isBackTo);
    else {
      reportShortfalls(walk, pair, one);
      if (isBackTo) reportShortfalls(walk, pair, many);
    }
  }
}

/** True for a source whose image comes back as it is, whatever the one path holds. */
function isExactBack(source: FirstOp, target: SchemaPlace | undefined): boolean {
  if (exactBack.has(source.op)) return true;
  const rule = sourceRule(source);
  return (
    rule.op === "map" &&
    isOneToOne(rule) &&
    target !== undefined &&
    wordsOf(target.node) !== undefined
  );
}

function sourcesOf(named: string | readonly FirstSource[]): readonly FirstSource[] {
  return typeof named === "string" ? [named] : named;
}

/** What is wrong with a source though no value goes back to it. */
const always: ReadonlySet<string> = new Set(["E102", "E103", "E105", "E110"]);

/** A source's own op: all that is wrong with it where values go back to it, else what is wrong with its types. */
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
