import type { Side } from "../../../converter/side.ts";
import type { RuleData } from "../../language/rule.ts";

/** The version that has the only path of a one-sided rule. */
export function sideOf(data: RuleData): Side {
  return data.from === undefined ? "to" : "from";
}
