import type { CiCase, CiFault, CiSuite } from "../../ci/ci-report.ts";
import { conversionFile, type PlacedError } from "../../kinds/compile/error-lines.ts";
import { pathFromWorkingFolder } from "../../terminal/working-folder-path.ts";
import type { CheckedKindReport } from "./checked-kind.ts";
import { lawCases } from "./law-cases.ts";
import { warningsOf } from "./warnings.ts";

/**
 * A kind's report for a CI system, with a case for compiling the conversion, for each error that only generated objects show,
 * and for each law and direction.
 */
export function kindSuite(
  report: CheckedKindReport,
  errors: readonly PlacedError[],
  folder: string,
): CiSuite {
  const { group, kind, laws, objectFaults } = report;
  const file = pathFromWorkingFolder(conversionFile(folder));
  const compiles: CiCase = {
    name: "the conversion compiles",
    file,
    failures: errors.map(placedFault),
    warnings: warningsOf(report).map((warning) => ({ ...faultOf(warning), file })),
  };
  const faults = objectFaults.filter(({ severity }) => severity === "error");
  return {
    name: `${kind}.${group}`,
    cases: [
      compiles,
      ...faults.map(({ code, message }) => ({
        name: code,
        file,
        failures: [{ ...faultOf(`${code} ${message}`), file }],
      })),
      ...lawCases(laws, file),
    ],
  };
}

function placedFault({ file, at, text }: PlacedError): CiFault {
  return { ...faultOf(text), file, ...(at !== undefined && { line: at.line }) };
}

function faultOf(text: string): CiFault {
  const [title = ""] = text.split("\n");
  return { title, text };
}
