import { pathTexts } from "../place/parsed-rule.ts";
import type { LensData, RuleData } from "./rule.ts";

/** A rule in few words, for messages and pictures: `move spec.cohort → spec.cohortName`, `keep status.old`. */
export function ruleText(rule: RuleData): string {
  const [from, to] = [pathsText(rule, "from"), pathsText(rule, "to")];
  const paths = from === to ? from : [from, to].filter((text) => text !== "").join(" → ");
  return paths === "" ? rule.op : `${rule.op} ${paths}`;
}

function pathsText(rule: RuleData, side: "from" | "to"): string {
  if (rule.op === "variant") return rule[side];
  return pathTexts(rule, side).join(", ");
}

/** Where a rule is written: `conversion.yaml:5:3`, the file alone, or nothing where neither is known. */
export function writtenAt({ file }: LensData, { at }: RuleData): string {
  if (at === undefined) return file ?? "";
  return [file ?? "line", at.line, at.column].join(":");
}
