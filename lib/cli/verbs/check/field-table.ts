import { isSamePath, type Path, parsePath, pathText } from "../../../lens/language/path.ts";
import type { RuleData } from "../../../lens/language/rule.ts";
import {
  type FieldAnalysis,
  fieldOutcomes,
  type LensAnalysis,
} from "../../../lens/ops/analysis/lens-analysis.ts";
import { pathTexts } from "../../../lens/ops/rule-text.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import type { Colours } from "../../terminal/colours.ts";

/**
 * A line with the number of fields of each outcome, then a row for each field that is not identical or is preserved in part. All
 * fields of a keep, a drop or a move have one row.
 */
export function fieldTable(
  { from, to, fields }: LensAnalysis,
  colours: Colours,
): readonly string[] {
  const counts = fieldOutcomes.flatMap((outcome) => {
    const count = fields.filter((field) => field.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const changed = withoutRepeated(
    fields.filter(({ outcome, silent }) => outcome !== "identical" || silent !== undefined),
  );
  const rows = changed.map((field) => rowOf(field, field.side === "from" ? from : to));
  return [
    colours.strong(`${from} and ${to}: ${counts.join(", ") || "no fields"}`),
    ...alignedCells(rows, "  ").map((line, index) => {
      const isLost = changed[index]?.outcome === "dropped";
      return `  ${(isLost ? colours.bad : String)(line)}`;
    }),
  ];
}

/** Replaces the fields at and below the path of a keep, drop or move by one field for that path. */
function withoutRepeated(fields: readonly FieldAnalysis[]): readonly FieldAnalysis[] {
  const seen = new Set<string>();
  return fields.flatMap((field) => {
    const whole = wholeOf(field);
    if (whole === undefined) return [field];
    const key = `${whole.side} ${whole.path} ${whole.to.join()}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [whole];
  });
}

/** For a field at or below the path of a keep, drop or move: the field for that path. Undefined for any other field. */
function wholeOf(field: FieldAnalysis): FieldAnalysis | undefined {
  const { rule, outcome, silent } = field;
  if (rule?.op === "keep" || rule?.op === "drop") {
    const path = rulePathIn(field, rule);
    return path && { ...field, path: pathText(path) };
  }
  return rule?.op === "move" && outcome === "moved" && silent === undefined
    ? movedWhole(field, rule)
    : undefined;
}

function movedWhole(field: FieldAnalysis, rule: RuleData): FieldAnalysis | undefined {
  const path = rulePathIn(field, rule);
  const [target] = field.to.map((text) => parsePath(text) ?? []);
  if (path === undefined || target === undefined) return undefined;
  const below = (parsePath(field.path) ?? []).slice(path.length);
  const start = target.slice(0, target.length - below.length);
  if (!isSamePath([...start, ...below], target)) return undefined;
  return { ...field, path: pathText(path), to: [pathText(start)] };
}

/** The prefix of the field's path that ends with a path of the rule; undefined if the rule has no such path. */
function rulePathIn({ path, side }: FieldAnalysis, rule: RuleData): Path | undefined {
  const steps = parsePath(path) ?? [];
  const own = pathTexts(rule, side).flatMap((text) => {
    const length = (parsePath(text) ?? []).length;
    const ends = steps.map((_, index) => index + 1).filter((end) => end >= length);
    const end = ends.find((each) => pathText(steps.slice(each - length, each)) === text);
    return end === undefined ? [] : [steps.slice(0, end)];
  });
  return own[0];
}

function rowOf(field: FieldAnalysis, version: string): string[] {
  const { path, outcome, to, rule, reason, silent } = field;
  const targets = to.length > 0 ? `to ${to.join(", ")}` : "";
  const why = reason ?? (rule === undefined ? "" : rule.op);
  const outcomeText = silent === undefined ? outcome : `${outcome}; ${silent} preserved`;
  return [version, path, outcomeText, [targets, why && `(${why})`].filter(Boolean).join(" ")];
}
