import { groupKindText } from "../../../protocol/gvk.ts";
import type { ParityReport } from "../../../verify/parity/compare-webhooks.ts";
import type { CiFault, CiSuite } from "../../ci/ci-report.ts";
import { differenceSentence, frequencyText } from "./difference-text.ts";

/**
 * A suite for each kind, with a failed case for each reason not to switch, or one passed case. No case contains a value or an
 * object.
 */
export function paritySuites(reports: readonly ParityReport[]): readonly CiSuite[] {
  return reports.map((report) => {
    const faults = faultsOf(report);
    return {
      name: groupKindText(report),
      cases:
        faults.length === 0
          ? [{ name: "both webhooks do the same" }]
          : faults.map((fault) => ({ name: fault.title, failures: [fault] })),
    };
  });
}

/** The reasons why the new webhook can't replace the old one. */
function faultsOf(report: ParityReport): readonly CiFault[] {
  const { differences, uncompared, ended, seed } = report;
  return [
    ...differences.map((each) => ({
      title: differenceSentence(each),
      text: `${frequencyText(each)}. Repeat with --seed ${seed}`,
    })),
    ...uncompared.map((direction) => ({
      title: `${direction} was not compared`,
      text: "no object was converted by both webhooks",
    })),
    ...(ended?.isFault === true
      ? [{ title: "a webhook stopped responding", text: "not everything was compared" }]
      : []),
  ];
}
