import { sides } from "../../converter/side.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { opOf, rulesWithin } from "./registry.ts";

/** True for a rule that need not satisfy the round-trip laws, or contains such a rule. */
export function isUnlawful(
  data: RuleData,
  lenses: LensData["lenses"],
  seen: ReadonlySet<string> = new Set(),
): boolean {
  const op = opOf(data);
  if (sides.some((side) => data.fill?.[side]?.returns === true)) return true;
  if (op.kind === "joint" && !op.isLawful(data)) return true;
  if (op.kind !== "named") return rulesWithin(data).some((rule) => isUnlawful(rule, lenses, seen));
  const name = op.lens(data);
  const names = new Set([...seen, name]);
  const { [name]: rules = [] } = { ...lenses };
  return !seen.has(name) && rules.some((rule) => isUnlawful(rule, lenses, names));
}
