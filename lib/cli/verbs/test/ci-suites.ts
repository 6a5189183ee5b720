import type { CaseFault } from "../../cases/case-result.ts";
import type { CiFault, CiSuite } from "../../ci/ci-report.ts";
import type { TestSummary } from "./summary.ts";

/** A suite for each kind. It has the kind's cases, and a case with an error for each wrong file. */
export function testSuites({ kinds }: TestSummary): readonly CiSuite[] {
  return kinds.map(({ kind, results, faults: wrong }) => ({
    name: kind,
    cases: [
      ...results.map(({ test: { name, file }, faults }) => ({
        name,
        file,
        failures: faults.map(ciFaultOf),
      })),
      ...wrong.map((fault) => ({ name: fault.file, file: fault.file, errors: [ciFaultOf(fault)] })),
    ],
  }));
}

function ciFaultOf({ file, line, message, diff = [] }: CaseFault): CiFault {
  const [title = ""] = message.split("\n");
  return { title, text: [message, ...diff].join("\n"), file, line };
}
