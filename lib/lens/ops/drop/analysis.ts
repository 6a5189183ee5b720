import type { DropRule } from "../../language/rule.ts";
import type { AnalysisContext, OpPlace } from "../analysis/analysis-context.ts";
import { quotedPath, reportFault } from "../analysis/fault-texts.ts";
import { noteTree } from "../analysis/leaves.ts";
import { sideOfRule } from "../analysis/side-of-rule.ts";

/** Reports E108 for a `drop` without a reason. */
export function walkDrop(walk: AnalysisContext, data: DropRule, { pair }: OpPlace): void {
  const side = sideOfRule(data);
  const place = pair[side];
  // conversion.yaml and JavaScript can leave the reason out, though its type requires it.
  const reason = String(data.reason ?? "").trim();
  if (reason === "") {
    const text = `${quotedPath(place.path)} is dropped without a \`reason\`. Say why nobody misses it, or keep it`;
    reportFault(walk, { code: "E108", path: place.path, text, rule: data });
  }
  noteTree(walk, place, { side, outcome: "dropped", to: [], rule: data, reason });
}
