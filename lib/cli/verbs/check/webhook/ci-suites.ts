import type { StopReason } from "../../../../verify/webhook/review-port.ts";
import type { CiSuite } from "../../../ci/ci-report.ts";
import { lawCases } from "../law-cases.ts";
import type { TargetReport } from "./targets.ts";

/** A suite for each webhook, with one more case if the check ended before all laws were tried. */
export function webhookSuites(reports: readonly TargetReport[]): readonly CiSuite[] {
  return reports.map(({ target: { admission }, report: { group, kind, laws, ended } }) => ({
    name: [`${kind}.${group}`, admission?.name].filter(Boolean).join(" "),
    cases: [...lawCases(laws), ...endCases(ended)],
  }));
}

function endCases(ended: StopReason | undefined): CiSuite["cases"] {
  if (ended === undefined) return [];
  const title = ended.isFault ? "the webhook stopped responding" : "the budget was used up";
  return [{ name: "all laws", errors: [{ title, text: "not every law was tried" }] }];
}
