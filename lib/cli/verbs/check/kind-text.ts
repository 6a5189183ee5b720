import { sides } from "../../../converter/side.ts";
import { stringify } from "../../../json/write.ts";
import { pathsReadByFill } from "../../../lens/language/absence.ts";
import type { LensData, RuleData } from "../../../lens/language/rule.ts";
import { rulesWithin } from "../../../lens/ops/registry.ts";
import { rulePositionText, ruleText } from "../../../lens/ops/rule-text.ts";
import type { TerminalStyle } from "../../terminal/terminal-style.ts";
import type { CheckedKindReport } from "./checked-kind.ts";
import { fieldTable } from "./field-table.ts";
import {
  countedInGroups,
  failureText,
  type LensCounts,
  lawLines,
  okText,
  sumOver,
  unmetEntryLines,
  untriedLaws,
} from "./report-text.ts";
import { warningsOf } from "./warnings.ts";

/** Options for printing a kind's report. */
interface KindTextOptions extends TerminalStyle {
  /** True to print all details; false to print only two lines and what failed. */
  readonly isVerbose: boolean;
}

/**
 * The report on a kind: each failed law, and a line for the laws that are ok. If its lenses do not compile, only their errors;
 * with `isVerbose` also its rules and fields.
 */
export function kindText(report: CheckedKindReport, options: KindTextOptions): readonly string[] {
  const { colours, isVerbose } = options;
  const head = headOf(report, colours.strong);
  if (report.errors.length > 0) {
    return [
      head,
      `${colours.bad("FAIL")}  the conversion does not compile`,
      ...report.errors.flatMap((error) => indentedLines(error.split("\n"))),
      ...(isVerbose ? indentedLines(fieldLines(report, options)) : []),
    ];
  }
  const warnings = warningsOf(report);
  return [
    head,
    ...objectErrors(report).map((error) => `${colours.bad("FAIL")}  ${error}`),
    ...failureText(report, options),
    ...okLines(report, warnings, options),
    ...(isVerbose ? indentedLines(detailsOf(report, warnings, options)) : []),
  ];
}

/** `Volume.longhorn.io v1beta1 ↔ v1beta2 3 rules, 2 samples`, with the number of examples if there are any. */
function headOf(
  { group, kind, pairs, versions, lenses, samples, examples }: CheckedKindReport,
  strong: (text: string) => string,
): string {
  const shown = pairs.length === 0 ? versions.join(", ") : chainsOf(pairs).join(", ");
  const rules = lenses.reduce((total, lens) => total + countRules(lens.rules), 0);
  const counts = [
    countedInGroups(rules, "rule"),
    countedInGroups(samples, "sample"),
    ...(examples === 0 ? [] : [countedInGroups(examples, "example")]),
  ].join(", ");
  return `${strong(`${kind}.${group}`)}  ${shown}${pairs.length === 0 ? "" : `   ${counts}`}`;
}

/** Joins pairs into chains, if one ends with the version that the next starts with: `v1alpha1 ↔ v1beta1 ↔ v1`. */
function chainsOf(pairs: CheckedKindReport["pairs"]): readonly string[] {
  const chains: string[][] = [];
  for (const { from, to } of pairs) {
    const chain = chains.find((versions) => versions.at(-1) === from);
    if (chain === undefined) chains.push([from, to]);
    else chain.push(to);
  }
  return chains.map((versions) => versions.join(" ↔ "));
}

/** The number of rules as written: with the rules inside a rule, but a macro counts as one rule. */
function countRules(rules: readonly RuleData[]): number {
  return rules.reduce(
    (total, rule) => total + 1 + (isMacro(rule) ? 0 : countRules(rulesWithin(rule))),
    0,
  );
}

function isMacro(rule: RuleData): boolean {
  return "macro" in rule && rule.macro !== undefined;
}

/**
 * Errors that only generated objects show: an entry of `accept` that excuses every object with a value at its path (E128), and a
 * direction in which fewer than a tenth of the objects have a `spec`, or for a kind without one a value for a rule (E133).
 */
function objectErrors({ objectFaults }: CheckedKindReport): readonly string[] {
  return objectFaults
    .filter(({ severity }) => severity === "error")
    .map(({ code, message }) => `${code} ${message}`);
}

function okLines(
  report: CheckedKindReport,
  warnings: readonly string[],
  { colours, isVerbose }: KindTextOptions,
): readonly string[] {
  const hint = isVerbose ? "" : " (--verbose shows them)";
  const remark =
    warnings.length === 0 ? "" : ` · ${countedInGroups(warnings.length, "warning")}${hint}`;
  if (report.laws.length === 0) {
    return [`${colours.good("ok")}    one version: nothing is converted${remark}`];
  }
  const counts = { ...fieldCounts(report), entries: sumOver(report.lenses, entriesOf) };
  const untried = untriedLaws(report);
  return [
    ...okText(report, counts).map((text) => `${colours.good("ok")}    ${text}${remark}`),
    ...(untried.length === 0
      ? []
      : [
          `${colours.bad("note")}  not tried: ${untried.join(", ")}, because no object could be converted`,
        ]),
  ];
}

function entriesOf({ accept = [] }: LensData): number {
  return accept.length;
}

/**
 * The number of fields that are dropped, and of those preserved as a whole and in part (`partly`). A field that is preserved in part, such as a text
 * of `duration`, has a path in the other version.
 */
function fieldCounts({ analysis }: CheckedKindReport): Omit<LensCounts, "entries"> {
  const fields = analysis.lenses.flatMap((lens) => lens.fields);
  const kept = fields.filter(({ outcome }) => outcome === "preserved");
  const preserved = kept.filter(({ to }) => to.length === 0).length;
  const silent = fields.filter((field) => field.silent !== undefined && !kept.includes(field));
  const dropped = fields.filter(({ outcome }) => outcome === "dropped").length;
  return { preserved, partly: kept.length - preserved + silent.length, dropped };
}

function detailsOf(
  report: CheckedKindReport,
  warnings: readonly string[],
  options: KindTextOptions,
): readonly string[] {
  return [
    ...warnings.flatMap((warning) => `warning ${warning}`.split("\n")),
    ...lawLines(report),
    ...unmetEntryLines(report),
    ...fieldLines(report, options),
    ...report.advice.map(({ text }) => text),
  ];
}

/** The rules of each lens, macros with the rules that they generate, and what becomes of the fields. */
function fieldLines(
  { lenses, analysis }: CheckedKindReport,
  { colours }: KindTextOptions,
): readonly string[] {
  return [
    ...lenses.flatMap((lens) => [
      colours.strong(`rules of ${lens.from} and ${lens.to}`),
      ...indentedLines(ruleLines(lens, lens.rules)),
    ]),
    ...analysis.lenses.flatMap((lens) => fieldTable(lens, colours)),
  ];
}

/**
 * A line for each rule with its position in the file; a rule of an include also with the include's position. Rules that a macro
 * generated have no position.
 */
function ruleLines(lens: LensData, rules: readonly RuleData[]): readonly string[] {
  return rules.flatMap((rule) => {
    const place = rulePositionText(lens, rule);
    const inner = isMacro(rule)
      ? rulesWithin(rule).map((each) => `${ruleText(each)}${fillText(lens, each)}`)
      : ruleLines(lens, rulesWithin(rule));
    return [
      `${ruleText(rule)}${place === "" ? "" : `  (${place})`}`,
      ...inner.map((line) => `  ${line}`),
    ];
  });
}

/** The values of a rule's `fill`, by version; empty for none. */
function fillText(lens: LensData, { fill = {} }: RuleData): string {
  const texts = sides.flatMap((side) => {
    const { [side]: own } = fill;
    if (own === undefined) return [];
    const { value } = own;
    const text = value === undefined ? pathsReadByFill(own).join(", ") : stringify(value);
    return [`${lens[side]}: ${text}`];
  });
  return texts.length === 0 ? "" : `, fill ${texts.join(", ")}`;
}

function indentedLines(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `      ${line}`.trimEnd());
}
