import { isIncomplete, type WebhookReport } from "../../../../verify/webhook/check-webhook.ts";
import type { CiSuite } from "../../../ci/ci-report.ts";
import { lawCases } from "../law-cases.ts";
import type { TargetReport } from "./targets.ts";

/** A suite for each webhook, with one more case if the check ended early: an error if it can't pass for that reason. */
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
