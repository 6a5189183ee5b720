import type { CheckedKindReport } from "./checked-kind.ts";
import { needlessWaivers } from "./report-text.ts";

/** Warnings for a kind's author, which do not make `check` fail, a line each. */
export function warningsOf(report: CheckedKindReport): readonly string[] {
  const { analysis, objectFaults, notes, ungenerated, unverified } = report;
  const faults = [
    ...analysis.faults,
    ...analysis.lenses.flatMap((lens) => lens.faults),
    ...objectFaults,
  ];
  return [
    ...unverified.map((version) => `${version} has no schema, so it was not tested`),
    ...faults
      .filter(({ severity }) => severity === "warning")
      .map(({ code, message }) => `${code}: ${message}`),
    ...needlessWaivers(report),
    ...notes,
    ...ungenerated.map(
      ({ version, path, count }) =>
        `no valid value was found for ${version} ${path === "" ? "as a whole" : path} (${count} times): add a sample that has one`,
    ),
  ];
}
