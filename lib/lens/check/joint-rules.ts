import type { PartitionRule, RuleData } from "../language/rule.ts";
import { sides } from "../language/side.ts";
import type { ScopeRule } from "../place/scoped-lens.ts";
import { walkEntry } from "./entry-rule.ts";
import { walkFirst } from "./first-rule.ts";
import { walkHook } from "./hook-rule.ts";
import { reportShortfalls } from "./shortfall-reports.ts";
import { noteSide } from "./side-notes.ts";
import type { OpPlace, RulesWalk, Walk } from "./site.ts";
import { walkSplit } from "./split-rule.ts";
import { walkVariant } from "./variant-rule.ts";

/** The ops on several paths; false for all others. */
export function walkJoint(
  walk: Walk,
  rule: ScopeRule,
  data: RuleData,
  place: OpPlace,
  walkRules: RulesWalk,
): boolean {
  switch (data.op) {
    case "first":
      walkFirst(walk, data, place);
      return true;
    case "partition":
      walkPartition(walk, data, place);
      return true;
    case "split":
      walkSplit(walk, data, place);
      return true;
    case "entry":
      walkEntry(walk, data, place);
      return true;
    case "variant":
      walkVariant({ walk, rule, data, place, walkRules });
      return true;
    case "hook":
      walkHook(walk, rule, data, place);
      return true;
    default:
      return false;
  }
}

function walkPartition(walk: Walk, _data: PartitionRule, place: OpPlace): void {
  for (const side of sides) noteSide(walk, place, side, "preserved");
  for (const from of place.spots.from) {
    for (const to of place.spots.to) {
      const at = { ...place.at, from, to };
      for (const side of sides) reportShortfalls(walk, at, side);
    }
  }
}
