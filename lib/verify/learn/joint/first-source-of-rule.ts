import type { JsonObject } from "../../../json/value.ts";
import type { FirstSource, RuleData } from "../../../lens/language/rule.ts";
import { noFurtherPaths, type RuleBuilder } from "../observed-values.ts";

/** How a `first` rule reads the source of a value rule; undefined if {@link sourceMembers} does not know the rule's op. */
export function sourceByRule(ruleAt: RuleBuilder): ((path: string) => FirstSource) | undefined {
  const rule = ruleAt({ from: ".", to: "." }, noFurtherPaths);
  if (rule.op === "move" && rule.rules === undefined) return (path) => path;
  const members = sourceMembers(rule);
  return members === undefined ? undefined : (path) => ({ op: rule.op, path, ...members });
}

function sourceMembers(rule: RuleData): JsonObject | undefined {
  switch (rule.op) {
    case "map":
      return {
        table: rule.table,
        ...(rule.inverted !== undefined && { inverted: rule.inverted }),
        ...(rule.backTo !== undefined && { backTo: rule.backTo }),
      };
    case "duration":
      return {
        unit: rule.unit,
        ...(rule.round !== undefined && { round: rule.round }),
        ...(rule.clamp !== undefined && { clamp: rule.clamp }),
      };
    case "quantity":
      return { scale: rule.scale };
    case "each":
      return { rules: (rule.rules ?? []).flatMap(moveIn) };
    case "convert":
    case "single":
      return {};
    default:
      return undefined;
  }
}

function moveIn(rule: RuleData): readonly JsonObject[] {
  return rule.op === "move" ? [{ op: rule.op, from: rule.from, to: rule.to }] : [];
}
