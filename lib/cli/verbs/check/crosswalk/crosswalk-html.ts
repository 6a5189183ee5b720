import { fieldOutcomes, type LensAnalysis } from "../../../../lens/ops/analysis/lens-analysis.ts";
import { htmlPage } from "../html-page.ts";
import { crosswalkDrawing, outcomeBadge, outcomeStroke } from "./drawing.ts";
import { countTable, faultList, fieldTables } from "./field-table.ts";
import { escapedHtml } from "./markup.ts";
import { outcomeMarks } from "./outcome-marks.ts";
import { rowPairs } from "./row-pairs.ts";
import { crosswalkScript } from "./script.ts";
import { crosswalkStyle } from "./style.ts";

/** A lens's analysis under the name of its kind. */
interface NamedAnalysis {
  readonly kind: string;
  readonly analysis: LensAnalysis;
}

/**
 * A static HTML page that shows what becomes of every field: for each lens the trees of the two versions side by side,
 * with a line for each rule, and the same as tables. It loads nothing, and works without its script and on paper.
 */
export function crosswalkHtml(analyses: readonly NamedAnalysis[]): string {
  const body = `<p>A mark shows what becomes of a field's values in the other version; a line joins the fields of a rule.</p>
${legend()}
${tools()}
${contents(analyses)}
${analyses.map(sectionHtml).join("\n")}`;
  return htmlPage({
    title: "Crosswalk: what becomes of each field",
    style: crosswalkStyle,
    body,
    script: crosswalkScript,
  });
}

function legend(): string {
  const items = fieldOutcomes.map((outcome) => {
    const line = `<svg class="${outcome}" viewBox="0 0 44 8" aria-hidden="true"><path d="M0 4H44" ${outcomeStroke(outcome)}/></svg>`;
    return `<li>${outcomeBadge(outcome)}${line}<span>${outcome} <i>${outcomeMarks[outcome].meaning}</i></span></li>`;
  });
  return `<ul class="legend">${items.join("")}</ul>`;
}

/** The search field and the filters by outcome. Hidden until the script runs, because they need it. */
function tools(): string {
  const boxes = fieldOutcomes.map(
    (outcome) => `<label><input type="checkbox" value="${outcome}" checked> ${outcome}</label>`,
  );
  return `<div class="tools" hidden><input type="search" placeholder="find a field" aria-label="find a field">${boxes.join("")}</div>`;
}

function contents(analyses: readonly NamedAnalysis[]): string {
  if (analyses.length < 2) return "";
  const items = analyses.map(
    (named, index) => `<li><a href="#lens-${index}">${escapedHtml(titleOf(named))}</a></li>`,
  );
  return `<nav><ul>${items.join("")}</ul></nav>`;
}

function titleOf({ kind, analysis: { from, to } }: NamedAnalysis): string {
  return `${kind}: ${from} and ${to}`;
}

function sectionHtml(named: NamedAnalysis, index: number): string {
  const { analysis } = named;
  const { from, to, faults } = analysis;
  return `<section id="lens-${index}">
<h2>${escapedHtml(titleOf(named))}</h2>
${faultList(faults)}
${countTable(analysis)}
${crosswalkDrawing({ from, to }, rowPairs(analysis), faults)}
${fieldTables(analysis)}
</section>`;
}
