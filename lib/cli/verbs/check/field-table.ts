import { parsePath, pathText } from "../../../lens/language/path.ts";
import {
  type FieldAnalysis,
  fieldOutcomes,
  type LensAnalysis,
} from "../../../lens/ops/analysis/lens-analysis.ts";
import { pathTexts } from "../../../lens/ops/rule-text.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import type { Colours } from "../../terminal/colours.ts";

/** How many fields have which outcome, and a row for each field that is not identical; the fields of a keep are one row. */
export function fieldTable(
  { from, to, fields }: LensAnalysis,
  colours: Colours,
): readonly string[] {
  const counts = fieldOutcomes.flatMap((outcome) => {
    const count = fields.filter((field) => field.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const changed = withoutRepeated(fields.filter(({ outcome }) => outcome !== "identical"));
  const rows = changed.map((field) => rowOf(field, field.side === "from" ? from : to));
  return [
    colours.strong(`${from} and ${to}: ${counts.join(", ") || "no fields"}`),
    ...alignedCells(rows, "  ").map((line, index) => {
      const isLost = changed[index]?.outcome === "dropped";
      return `  ${(isLost ? colours.bad : String)(line)}`;
    }),
  ];
}

/** The fields below the path of a keep or drop as that path, once. */
function withoutRepeated(fields: readonly FieldAnalysis[]): readonly FieldAnalysis[] {
  const seen = new Set<string>();
  return fields.flatMap((field) => {
    const path = rulePathIn(field);
    const key = `${field.side} ${path}`;
    if (path === undefined) return [field];
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ ...field, path }];
  });
}

/** The path of the keep or drop that a field is below, from the object's root; undefined for another rule. */
function rulePathIn({ path, rule, side }: FieldAnalysis): string | undefined {
  if (rule?.op !== "keep" && rule?.op !== "drop") return undefined;
  const steps = parsePath(path) ?? [];
  const own = pathTexts(rule, side).flatMap((text) => {
    const length = (parsePath(text) ?? []).length;
    const ends = steps.map((_, index) => index + 1).filter((end) => end >= length);
    const end = ends.find((each) => pathText(steps.slice(each - length, each)) === text);
    return end === undefined ? [] : [pathText(steps.slice(0, end))];
  });
  return own[0];
}

function rowOf({ path, outcome, to, rule, reason }: FieldAnalysis, version: string): string[] {
  const goal = to.length > 0 ? `to ${to.join(", ")}` : "";
  const why = reason ?? (rule === undefined ? "" : rule.op);
  return [version, path, outcome, [goal, why && `(${why})`].filter(Boolean).join(" ")];
}
