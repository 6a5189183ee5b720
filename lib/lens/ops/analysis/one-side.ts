import type { Side } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";

/** The version that has the path of a rule with only one path. */
export function sideOf(data: RuleData): Side {
  return data.from === undefined ? "to" : "from";
}
