import type { FirstSource, LensData, RuleData } from "../language/rule.ts";
import type { Side } from "../language/side.ts";
import { opOf } from "./registry.ts";

/** The texts of the paths that a rule names on a side and claims there; an op that claims others has none. */
export function pathTexts(rule: RuleData, side: Side): readonly string[] {
  const op = opOf(rule);
  const named = rule[side];
  if (named === undefined) {
    return op.kind === "metadata" ? [`metadata.${op.map}[${JSON.stringify(op.key(rule))}]`] : [];
  }
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

/** A rule in few words, for messages and pictures: `move spec.cohort → spec.cohortName`, `keep status.old`. */
export function ruleText(rule: RuleData): string {
  const [from, to] = [pathsText(rule, "from"), pathsText(rule, "to")];
  const paths = from === to ? from : [from, to].filter((text) => text !== "").join(" → ");
  return paths === "" ? rule.op : `${rule.op} ${paths}`;
}

function pathsText(rule: RuleData, side: Side): string {
  const named = rule[side];
  return typeof named === "string" ? named : pathTexts(rule, side).join(", ");
}

/** Where a rule is written: `conversion.yaml:5:3`, the file alone, or nothing where neither is known. */
export function writtenAt({ file }: LensData, { at }: RuleData): string {
  if (at === undefined) return file ?? "";
  return [file ?? "line", at.line, at.column].join(":");
}
