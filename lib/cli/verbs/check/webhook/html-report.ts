import type { JsonObject } from "../../../../json/value.ts";
import { blockYaml } from "../../../../json/write-yaml.ts";
import type { LawReport } from "../../../../verify/check-laws.ts";
import { printable } from "../../../terminal/printable.ts";
import { escapedHtml } from "../crosswalk/markup.ts";
import { htmlPage } from "../html-page.ts";
import { directionText } from "../law-cases.ts";
import { lawStatement } from "../report-text.ts";
import type { TargetReport } from "./targets.ts";
import { reportNotes } from "./text-report.ts";

/**
 * Reports as an HTML page that loads nothing: a line for each law and direction, and the counterexamples. All texts of webhooks
 * and objects are escaped.
 */
export function webhookHtml(reports: readonly TargetReport[]): string {
  return htmlPage({ title: "Laws of webhooks", style, body: reports.map(sectionOf).join("\n") });
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px; max-width: 1240px; font: 14px/1.45 system-ui, sans-serif; }
table { border-collapse: collapse; } td, th { padding: 2px 14px 2px 0; text-align: left; }
td.number { text-align: right; } .FAIL { font-weight: 700; color: #c02f1d; }
.objects { display: flex; flex-wrap: wrap; gap: 16px; } .objects figure { margin: 0; flex: 1 1 320px; }
pre { overflow: auto; padding: 10px; border: 1px solid #8a9099; border-radius: 6px; }
`;

function sectionOf({ target, report }: TargetReport): string {
  const tried = report.laws.filter(({ runs }) => runs > 0);
  return `<section>
<h2>${shownHtml([`${report.kind}.${report.group}`, target.admission?.name].filter(Boolean).join(" "))}</h2>
<p>${shownHtml(target.shown)}, versions ${shownHtml(report.versions.join(", "))}, seed ${report.seed}</p>
${reportNotes(report)
  .map((note) => `<p>${shownHtml(note)}</p>`)
  .join("\n")}
<table>
<thead><tr><th>result<th>law<th>versions<th>objects</tr></thead>
<tbody>
${tried.map(rowOf).join("\n")}
</tbody>
</table>
${tried.map(failureHtml).join("\n")}
</section>`;
}

function rowOf(report: LawReport): string {
  const { law, runs, passed } = report;
  const result = passed ? "ok" : "FAIL";
  return `<tr><td class="${result}">${result}<td>${shownHtml(law)}<td>${shownHtml(directionText(report))}<td class="number">${runs}</tr>`;
}

function failureHtml(report: LawReport): string {
  const { law, failure } = report;
  if (failure === undefined) return "";
  const { before, after, returned } = failure;
  const objects = [
    ["before", before],
    ["after", after],
    ["returned", returned],
  ] as const;
  return `<h3>${shownHtml(`${law} ${directionText(report)}`)}</h3>
<p>${shownHtml(lawStatement(law))}, but ${shownHtml(failure.explanation)}</p>
<div class="objects">
${objects.map(([name, object]) => figureOf(name, object)).join("\n")}
</div>`;
}

function figureOf(name: string, object: JsonObject | undefined): string {
  if (object === undefined) return "";
  return `<figure><figcaption>${name}</figcaption><pre>${shownHtml(blockYaml(object))}</pre></figure>`;
}

function shownHtml(text: string): string {
  return escapedHtml(printable(text));
}
