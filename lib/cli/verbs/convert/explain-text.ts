import { Allowance } from "../../../converter/allowance.ts";
import { objectValidators } from "../../../crd/validator/object-validators.ts";
import { stringify } from "../../../json/write.ts";
import { lensKind } from "../../../kind/kind.ts";
import { type ConversionStep, stepsBetween } from "../../../kind/kind-steps.ts";
import { type Explanation, explain, type OmittedField } from "../../../lens/explain/explain.ts";
import type { ExplainedField } from "../../../lens/explain/explained-fields.ts";
import type { LensData, RuleData } from "../../../lens/language/rule.ts";
import { rulePositionText, ruleText } from "../../../lens/ops/rule-text.ts";
import { versionOfObject } from "../../../protocol/gvk.ts";
import { alignedCells } from "../../terminal/aligned-cells.ts";
import type { ConvertedObject } from "./convert-documents.ts";
import { convertibleOf } from "./convertible-of.ts";
import { nameOfObject } from "./object-fault.ts";

/** Explains how an object was converted: for each step, a table of fields and lists of preserved and dropped values. */
export function explainText({
  location,
  kind,
  before,
  after,
}: Omit<ConvertedObject, "stepRemarks">): string {
  const [from, to] = [versionOfObject(before), versionOfObject(after)];
  const head = `${nameOfObject(before)}, ${from} to ${to} (${location})`;
  const allowance = new Allowance({ validators: objectValidators });
  let source = convertibleOf(before);
  const texts = stepsBetween(kind, from, to).map((step) => {
    const text = stepText(step, explanationOf(step, source, lensKind(kind)));
    const result = step.convert(source, allowance);
    if (result.ok) source = { ...source, ...result.value };
    return text;
  });
  return [
    head,
    ...(texts.length === 0 ? ["  it has that version already: nothing changes"] : texts),
  ].join("\n");
}

function explanationOf(
  { lens, edge, side }: ConversionStep,
  source: ReturnType<typeof convertibleOf>,
  kind: ReturnType<typeof lensKind>,
): Explanation | undefined {
  return lens === undefined ? undefined : explain({ kind, lens, edge, side, source });
}

function stepText(
  { from, to, lens }: ConversionStep,
  explanation: Explanation | undefined,
): string {
  if (lens === undefined || explanation === undefined) {
    return `  ${from} to ${to}: converted by hand-written code, which has no rules to show`;
  }
  const sections = [
    fieldTable(explanation, lens),
    section(
      `not in ${to}`,
      explanation.left.map((field) => leftLine(field, lens)),
    ),
    section(
      `preserved for ${from}`,
      explanation.preserved.map((entry) => preservedLine(entry, lens)),
    ),
    section(`had been preserved for ${to}`, explanation.entries.map(entryLine)),
    section(
      "emptied, because all their members moved",
      explanation.emptied.map((path) => [path]),
    ),
  ];
  return sections.filter((text) => text !== "").join("\n");
}

/** `spec.cohortName  ←  spec.cohort  moved  move spec.cohort → spec.cohortName (conversion.yaml:5:3)` */
function fieldTable({ from, to, fields }: Explanation, lens: LensData): string {
  const head = [to, `← ${from}`, "becomes", "by rule"];
  const lines = fields.map((field) => [
    field.path,
    `← ${sourceText(field)}`,
    field.becomes,
    byRule(field, lens),
  ]);
  return alignedLines([head, ...lines], "  ");
}

function sourceText({ path, sources }: ExplainedField): string {
  if (sources.length === 0) return "nothing";
  return sources.length === 1 && sources[0] === path ? "same path" : sources.join(", ");
}

function byRule({ becomes, rule, count }: ExplainedField, lens: LensData): string {
  if (becomes === "restored")
    return `a preserved value${rule === undefined ? "" : `, for ${ruleName(rule, lens)}`}`;
  const values = count > 1 ? ` (${count} values)` : "";
  return rule === undefined ? `none: the same in both${values}` : ruleName(rule, lens);
}

function ruleName(rule: RuleData, lens: LensData): string {
  const at = rulePositionText(lens, rule);
  return ruleText(rule) + (at === "" ? "" : ` (${at})`);
}

function leftLine(
  { path, becomes, rule, reason }: OmittedField,
  lens: LensData,
): readonly string[] {
  const why = {
    preserved: "preserved in an annotation",
    dropped: `dropped: ${reason ?? "no reason is given"}`,
    implied: "implied: converting back restores it",
  }[becomes];
  return [path, why, rule === undefined ? "no rule" : ruleName(rule, lens)];
}

function preservedLine(
  { address, annotation, parsed, rule }: Explanation["preserved"][number],
  lens: LensData,
): readonly string[] {
  const [value] = parsed.entry;
  const text = value === undefined ? "was absent" : `was ${shortenedLine(stringify(value))}`;
  return [address, text, annotation, rule === undefined ? "no rule" : ruleName(rule, lens)];
}

function entryLine(entry: Explanation["entries"][number]): readonly string[] {
  const { address, annotation, outcome, why } = entry;
  return [address, `${outcome}: ${why}`, annotation];
}

function shortenedLine(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 57)}...`;
}

function section(title: string, lines: readonly (readonly string[])[]): string {
  return lines.length === 0 ? "" : `  ${title}:\n${alignedLines(lines, "    ")}`;
}

/** Lines of cells as indented columns, two spaces apart. */
function alignedLines(lines: readonly (readonly string[])[], indent: string): string {
  return alignedCells(lines, "  ")
    .map((line) => indent + line)
    .join("\n");
}
