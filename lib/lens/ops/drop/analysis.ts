import type { DropRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, report } from "../analysis/fault-texts.ts";
import { noteTree } from "../analysis/leaves.ts";
import { sideOf } from "../analysis/one-side.ts";

/** Reports a missing reason: YAML and plain JavaScript may leave it out. */
export function walkDrop(walk: AnalysisContext, data: DropRule, { pair }: OpPlace): void {
  const side = sideOf(data);
  const place = pair[side];
  // YAML and plain JavaScript may leave the reason out.
  const reason = String(data.reason ?? "").trim();
  if (reason === "") {
    const text = `${quotedPath(place.path)} is dropped without a reason. Say why nobody misses it, or keep it`;
    report(walk, { code: "E108", path: place.path, text, rule: data });
  }
  noteTree(walk, place, { side, outcome: "dropped", to: [], rule: data, reason });
}
