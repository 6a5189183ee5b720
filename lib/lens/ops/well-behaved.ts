import { sides } from "../../converter/side.ts";
import type { LensData, RuleData } from "../language/rule.ts";
import { opOf, rulesWithin } from "./registry.ts";

/** True for a rule that satisfies the round-trip laws, as do all rules in it: well-behaved, as in the literature on lenses. */
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
