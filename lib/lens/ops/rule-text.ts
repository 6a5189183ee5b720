import type { Side } from "../../converter/side.ts";
import type { FirstSource, LensData, RuleData, RulePosition } from "../language/rule.ts";
import { opOf } from "./registry.ts";

/** The texts of the paths that a rule names on a side. None for an op whose claims are not the paths that it names. */
export function pathTexts(rule: RuleData, side: Side): readonly string[] {
  const op = opOf(rule);
  const named = rule[side];
  if (named === undefined) return [];
  if (op.kind === "joint" && op.claims !== undefined) return [];
  if (typeof named === "string") return [named];
  return isList(named) ? named.map(sourceText) : Object.values(named);
}

function isList(
  named: readonly FirstSource[] | Readonly<Record<string, string>>,
): named is readonly FirstSource[] {
  return Array.isArray(named);
}

function sourceText(source: FirstSource): string {
  return typeof source === "string" ? source : source.path;
}

/** A rule in a few words, for messages and diagrams: `move spec.cohort → spec.cohortName`, `keep status.old`. */
export function ruleText(rule: RuleData): string {
  if ("macro" in rule && rule.macro !== undefined) return ruleText(rule.macro);
  const [from, to] = [pathsText(rule, "from"), pathsText(rule, "to")];
  const paths = from === to ? from : [from, to].filter((text) => text !== "").join(" → ");
  return paths === "" ? rule.op : `${rule.op} ${paths}`;
}

function pathsText(rule: RuleData, side: Side): string {
  const named = rule[side];
  return typeof named === "string" ? named : pathTexts(rule, side).join(", ");
}

/**
 * The position of a rule, `conversion.yaml:5:3`, and of the includes that lead to it, `machine.yaml:2:5, included at
 * conversion.yaml:5:3`. Only the file, or an empty text, if the position is not known.
 */
export function rulePositionText(lens: LensData, rule: RuleData): string {
  const places = [rulePositionWithoutIncludes(lens, rule)];
  for (let at = rule.at?.includedAt; at !== undefined; at = at.includedAt) {
    places.push(placeText(lens, at));
  }
  return places.join(", included at ");
}

/** Like {@link rulePositionText}, but without the includes. */
export function rulePositionWithoutIncludes(lens: LensData, { at }: RuleData): string {
  return at === undefined ? (lens.file ?? "") : placeText(lens, at);
}

function placeText({ file = "line" }: LensData, at: RulePosition): string {
  return [at.file ?? file, at.line, at.column].join(":");
}
