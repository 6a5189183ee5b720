import type { DropRule } from "../../language/rule.ts";
import { quotedPath, report } from "../analysis/fault-texts.ts";
import { noteTree } from "../analysis/leaves.ts";
import { sideOf } from "../analysis/one-side.ts";
import type { AnalysisContext, OpPlace } from "../analysis/site.ts";

/** Reports a missing reason: YAML and plain JavaScript may leave it out. */
export function walkDrop(walk: AnalysisContext, data: DropRule, { at }: OpPlace): void {
  const side = sideOf(data);
  const spot = at[side];
  // YAML and plain JavaScript may leave the reason out.
  const reason = String(data.reason ?? "").trim();
  if (reason === "") {
    const text = `${quotedPath(spot.path)} is dropped without a reason. Say why nobody misses it, or keep it`;
    report(walk, { code: "E108", path: spot.path, text, rule: data });
  }
  noteTree(walk, spot, { side, verdict: "dropped", to: [], rule: data, reason });
}
