import { type Side, sides } from "../../../converter/side.ts";
import type { HookRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, report } from "../analysis/fault-texts.ts";
import { placeAt, type SchemaPlace } from "../analysis/place-pair.ts";
import { noteSide } from "../analysis/side-notes.ts";

/** hook: values are the author's; both ways are there (E109), and what it reads (E120). */
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
  const text = `${name} at ${quotedPath(place?.path ?? [])} has no way back: say oneWay, or give ${missing}`;
  report(walk, { code: "E109", path: place?.path ?? [], text, rule: data });
}

/** E120: what a hook says it reads must be there to be read. */
function reportUndeclared(
  walk: AnalysisContext,
  data: HookRule,
  { path, node }: SchemaPlace,
  side: Side,
): void {
  if (node !== "none") return;
  const text = `hook reads ${quotedPath(path)}, which ${walk.versions[side]} does not declare in its scope`;
  report(walk, { code: "E120", path, text, rule: data });
}
