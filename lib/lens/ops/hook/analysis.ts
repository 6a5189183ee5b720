import { type Side, sides } from "../../../converter/side.ts";
import type { HookRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../analysis/fault-texts.ts";
import { placeAt, type SchemaPlace } from "../analysis/place-pair.ts";
import { noteSide } from "../analysis/side-notes.ts";

/**
 * Notes the outcome of a hook's values: `derived` in a version from which no function converts them, else `preserved`. Reports
 * E109 if a direction and its `oneWay` reason are missing, and E120 for paths in `reads` that don't exist.
 */
export function walkHook(walk: AnalysisContext, data: HookRule, opPlace: OpPlace): void {
  const ways = { from: data.forward, to: data.backward };
  const name = data.name === undefined ? "hook" : `hook ${data.name}`;
  for (const side of sides) {
    noteSide(walk, opPlace, side, ways[side] === undefined ? "derived" : "preserved");
    for (const path of opPlace.rule.reads[side])
      reportUndeclared(walk, data, placeAt(opPlace.scopePair, side, path), side);
  }
  const isOneWay = String(data.oneWay ?? "").trim() !== "";
  const lacking = sides.filter((side) => ways[side] === undefined);
  if (lacking.length === 0 || (isOneWay && lacking.length === 1)) return;
  const missing = lacking.map((side) => (side === "from" ? "forward" : "backward")).join(" and ");
  const [place] = [...opPlace.places.from, ...opPlace.places.to];
  const text = `${name} at ${quotedPath(place?.path ?? [])} has no ${missing} function. Add it, or give the reason in oneWay`;
  reportFault(walk, { code: "E109", path: place?.path ?? [], text, rule: data });
}

/** Reports E120 for a path that the hook reads and the schema doesn't have. */
function reportUndeclared(
  walk: AnalysisContext,
  data: HookRule,
  { path, node }: SchemaPlace,
  side: Side,
): void {
  if (node !== "none") return;
  const text = `hook reads ${quotedPath(path)}, which the schema of ${walk.versions[side]} does not declare`;
  reportFault(walk, { code: "E120", path, text, rule: data });
}
