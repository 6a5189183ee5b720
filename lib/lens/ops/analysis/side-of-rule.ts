import type { Side } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";

/** The version that has the path of a rule with only one path. */
export function sideOfRule(data: RuleData): Side {
  return data.from === undefined ? "to" : "from";
}
