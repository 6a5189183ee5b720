import type { OptionalRule } from "../../language/rule.ts";
import { isRequired } from "../../language/schema-node.ts";
import { type Side, sides } from "../../language/side.ts";
import { noteBoth } from "../analysis/both-sides.ts";
import { compareCarried } from "../analysis/carried.ts";
import type { OpPlace, Site, Walk } from "../analysis/site.ts";
import { reportFill, reportMisfit } from "../analysis/value-reports.ts";

export function walkOptional(walk: Walk, data: OptionalRule, { at, site }: OpPlace): void {
  compareCarried(walk, at);
  const [from, to] = [isRequiredAt(site, at, "from"), isRequiredAt(site, at, "to")];
  for (const side of sides) {
    if (side === "from" ? !from : !to) continue;
    reportMisfit(walk, at[side], data.absent, { rule: data, side });
    if (!at.isWhole) reportFill(walk, "optional", at[side], data);
  }
  noteBoth(walk, at, { from: "preserved", to: "preserved" });
}

function isRequiredAt(site: Site, at: Site, side: Side): boolean {
  const below = at[side].path
    .slice(site[side].path.length)
    .filter((step) => typeof step === "string");
  return isRequired(site[side].node, below);
}
