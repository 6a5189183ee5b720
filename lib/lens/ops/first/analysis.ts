import type { FirstOp, FirstRule, FirstSource } from "../../language/rule.ts";
import { otherSide, type Side } from "../../language/side.ts";
import { Findings } from "../analysis/findings.ts";
import { reportShortfalls } from "../analysis/shortfall-reports.ts";
import { noteSide } from "../analysis/side-notes.ts";
import type { OpPlace, Site, Walk } from "../analysis/site.ts";
import { reportFill, reportMisfit } from "../analysis/value-reports.ts";
import { sourceRule } from "./first-source.ts";

/** Ops whose image comes back as it is. */
const exactBack: ReadonlySet<string> = new Set(["wrap", "not", "convert", "duration", "quantity"]);

/** first: every source has to fit the one place, which has to fit the source that it goes back to. */
export function walkFirst(walk: Walk, data: FirstRule, place: OpPlace): void {
  const many: Side = Array.isArray(data.from) ? "from" : "to";
  const one = otherSide(many);
  const sources = sourcesOf(data[many]);
  const isExact = sources.every((source) => typeof source === "string" || exactBack.has(source.op));
  noteSide(walk, place, many, "preserved");
  noteSide(walk, place, one, isExact ? "changed" : "preserved");
  const [target] = place.spots[one];
  if (data.default !== undefined && target !== undefined) {
    reportMisfit(walk, target, data.default, { rule: data, side: one });
    if (!place.at.isWhole) reportFill(walk, "first with default", target, data);
  }
  for (const [index, source] of sources.entries()) {
    const spot = place.spots[many][index];
    if (spot === undefined) continue;
    const at: Site = { ...place.at, [many]: spot };
    const isHome = data.home === "all" || index === (data.home ?? 0);
    if (typeof source !== "string") walkSourceOp(walk, source, { ...place, at }, isHome);
    else {
      reportShortfalls(walk, at, one);
      if (isHome) reportShortfalls(walk, at, many);
    }
  }
}

function sourcesOf(named: string | readonly FirstSource[]): readonly FirstSource[] {
  return typeof named === "string" ? [named] : named;
}

/** A source's own op: all that is wrong with it where values go back to it, else what is wrong with its types. */
function walkSourceOp(walk: Walk, source: FirstOp, place: OpPlace, isHome: boolean): void {
  const data = sourceRule(source);
  const findings = new Findings();
  const aside: Walk = { ...walk, findings };
  walk.op(aside, data, place);
  for (const fault of findings.faults) {
    if (isHome || fault.code === "E103" || fault.code === "E105") walk.findings.fault(fault);
  }
}
