import type { RuleData } from "../../language/rule.ts";
import type { Side } from "../../language/side.ts";

export function sideOf(data: RuleData): Side {
  return data.from === undefined ? "to" : "from";
}
