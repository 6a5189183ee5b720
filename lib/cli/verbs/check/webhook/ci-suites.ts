import type { CiSuite } from "../../../ci/ci-report.ts";
import { lawCases } from "../law-cases.ts";
import type { TargetReport } from "./targets.ts";

/** A suite for each webhook, with a case more where it stopped to respond. */
export function webhookSuites(reports: readonly TargetReport[]): readonly CiSuite[] {
  return reports.map(({ target: { admission }, report: { group, kind, laws, ended } }) => ({
    name: [`${kind}.${group}`, admission?.name].filter(Boolean).join(" "),
    cases: [
      ...lawCases(laws),
      ...(ended?.isFault === true
        ? [{ name: "all laws", errors: [{ title: "the webhook stopped to respond", text: "" }] }]
        : []),
    ],
  }));
}
