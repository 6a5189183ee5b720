import { sides } from "../../converter/side.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { opOf, rulesWithin } from "./registry.ts";

/** True if f(g(f(x))) = f(x) is certain for both directions f and g of a rule, and for those of all rules in it. */
export function isWellBehaved(
  data: RuleData,
  lenses: LensData["lenses"],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const op = opOf(data);
  if (sides.some((side) => data.fill?.[side]?.returns === true)) return false;
  if (op.kind === "joint" && !op.isWellBehaved(data)) return false;
  if (op.kind !== "named")
    return rulesWithin(data).every((rule) => isWellBehaved(rule, lenses, seen));
  const name = op.lens(data);
  const names = new Set([...seen, name]);
  const { [name]: rules = [] } = { ...lenses };
  return seen.has(name) || rules.every((rule) => isWellBehaved(rule, lenses, names));
}
