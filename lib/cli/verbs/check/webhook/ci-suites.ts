import { isIncomplete, type WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { CiSuite } from "../../../ci/ci-report.ts";
import { lawCases } from "../law-cases.ts";
import type { TargetReport } from "./targets.ts";

/** A suite for each webhook. If its check ended early, one more case has an error, or a warning if the check may still pass. */
export function webhookSuites(reports: readonly TargetReport[]): readonly CiSuite[] {
  return reports.map(({ target: { admission }, report }) => ({
    name: [`${report.kind}.${report.group}`, admission?.name].filter(Boolean).join(" "),
    cases: [...lawCases(report.laws), ...endCases(report)],
  }));
}

function endCases(report: WebhookReport): CiSuite["cases"] {
  const { ended } = report;
  if (ended === undefined) return [];
  const title = ended.isFault ? "the webhook stopped responding" : "the budget was used up";
  const fault = { title, text: `${title}: laws were tried on fewer objects, or not at all` };
  return [{ name: "all laws", [isIncomplete(report) ? "errors" : "warnings"]: [fault] }];
}
