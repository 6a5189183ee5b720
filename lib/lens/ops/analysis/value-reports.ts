import type { JsonValue } from "../../../json/value.ts";
import type { RuleData } from "../../language/rule.ts";
import type { Side } from "../../language/side.ts";
import { quoted, report, valueText } from "./fault-texts.ts";
import type { Spot, Walk } from "./site.ts";
import { misfit } from "./value-fit.ts";

interface Written {
  readonly rule: RuleData;
  readonly side: Side;
}

/** E119: a value of the rule's own that its place refuses. */
export function reportMisfit(
  walk: Walk,
  { path, node }: Spot,
  value: JsonValue,
  { rule, side }: Written,
): void {
  const reason = misfit(node, value);
  if (reason === undefined) return;
  const text = `constant ${valueText(value)} does not fit ${quoted(path)} in ${walk.versions[side]}: ${reason}`;
  report(walk, { code: "E119", path, text, rule });
}

/** E116: what is filled in is filled into parts of objects too. */
export function reportFill(walk: Walk, what: string, { path }: Spot, rule: RuleData): void {
  const text = `${what} at ${quoted(path)} also fills parts; server-side apply may show it unowned`;
  report(walk, { code: "E116", path, text, rule });
}
