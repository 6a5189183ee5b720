import { counted } from "../../../../json/counted.ts";
import {
  type FieldAnalysis,
  fieldOutcomes,
  type LensAnalysis,
  type LensFault,
} from "../../../../lens/ops/analysis/lens-analysis.ts";
import { ruleText } from "../../../../lens/ops/rule-text.ts";
import { outcomeBadge } from "./drawing.ts";
import { escapedHtml } from "./markup.ts";

/** The fields of a lens as tables; the identical ones are folded. */
export function fieldTables({ from, to, fields }: LensAnalysis): string {
  const changing = fields.filter(({ outcome }) => outcome !== "identical");
  const identical = onceEach(fields.filter(({ outcome }) => outcome === "identical"));
  const names = { from, to };
  return [
    changing.length === 0 ? "" : tableHtml(changing, names),
    identical.length === 0
      ? ""
      : `<details class="all"><summary>${counted(identical.length, "path")} identical in both</summary>${tableHtml(identical, names)}</details>`,
  ].join("");
}

interface VersionNames {
  readonly from: string;
  readonly to: string;
}

function tableHtml(fields: readonly FieldAnalysis[], names: VersionNames): string {
  const rows = fields.map((field) => rowHtml(field, names)).join("");
  const heads = ["version", "field", "becomes", "in the other version", "by rule"];
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join("");
  return `<table class="fields"><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

function rowHtml(
  { side, path, outcome, to, rule, reason }: FieldAnalysis,
  names: VersionNames,
): string {
  const targets = to.map(pathCode).join(", ");
  const cells = [
    outcome === "identical" ? "both" : escapedHtml(names[side]),
    pathCode(path),
    `${outcomeBadge(outcome)} ${outcome}`,
    targets === "" && outcome === "identical" ? "the same" : targets,
    [
      rule === undefined ? "" : ruleCell(rule),
      reason === undefined ? "" : `<i>${escapedHtml(reason)}</i>`,
    ]
      .filter((text) => text !== "")
      .join("<br>"),
  ];
  return `<tr class="${outcome}">${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

/** The fields, but only the first of each path. */
function onceEach(fields: readonly FieldAnalysis[]): readonly FieldAnalysis[] {
  return [
    ...new Map(fields.toReversed().map((field) => [field.path, field])).values(),
  ].toReversed();
}

/** A path that may wrap after its dots. */
function pathCode(path: string): string {
  return `<code>${escapedHtml(path).replaceAll(".", ".<wbr>")}</code>`;
}

/** The rule's op and line, with the whole rule as a tooltip. */
function ruleCell(rule: NonNullable<FieldAnalysis["rule"]>): string {
  const line = rule.at === undefined ? "" : ` <small>line ${rule.at.line}</small>`;
  return `<span title="${escapedHtml(ruleText(rule))}">${escapedHtml(rule.op)}</span>${line}`;
}

/** A table with the number of fields of each version and outcome. */
export function countTable({ from, to, fields }: LensAnalysis): string {
  const head = fieldOutcomes
    .map((outcome) => `<th scope="col">${outcomeBadge(outcome)} ${outcome}</th>`)
    .join("");
  const rows = [
    { side: "from", name: from },
    { side: "to", name: to },
  ].map(({ side, name }) => {
    const cells = fieldOutcomes.map((outcome) => {
      const count = fields.filter(
        (field) => field.side === side && field.outcome === outcome,
      ).length;
      return `<td>${count === 0 ? "·" : count}</td>`;
    });
    return `<tr><th scope="row">${escapedHtml(name)}</th>${cells.join("")}</tr>`;
  });
  return `<table class="counts"><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** A list of errors, then warnings; if there are many, grouped by severity and code. */
export function faultList(faults: readonly LensFault[]): string {
  const sorted = [...faults].sort(
    (a, b) => Number(a.severity === "warning") - Number(b.severity === "warning"),
  );
  if (faults.length <= maxUngroupedFaults) return faultListHtml(sorted);
  const groups = Map.groupBy(sorted, ({ severity, code }) => `${severity} ${code}`);
  const folds = [...groups].map(
    ([title, group]) =>
      `<details class="faults"><summary><b>${escapedHtml(title)}</b> in ${counted(group.length, "place")}</summary>${faultListHtml(group)}</details>`,
  );
  return folds.join("");
}

/**
 * The most faults that are listed one by one; more are grouped by severity and code. The number is a choice: so many fit above
 * the picture on a screen.
 */
const maxUngroupedFaults = 6;

function faultListHtml(faults: readonly LensFault[]): string {
  const items = faults.map(
    ({ code, severity, message }) =>
      `<li class="${severity}"><b>${severity} ${escapedHtml(code)}</b> ${withCode(message)}</li>`,
  );
  return items.length === 0 ? "" : `<ul class="faults">${items.join("")}</ul>`;
}

/** The text as HTML; words in backticks become `<code>` elements. */
function withCode(text: string): string {
  return escapedHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}
