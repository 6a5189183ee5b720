import type { LawReport } from "../../../verify/check-laws.ts";
import type { CiCase } from "../../ci/ci-report.ts";
import { lawStatement } from "./report-text.ts";

/**
 * A case of a CI report for each law and direction. It names laws and versions but never contains an object, because many people
 * may read a CI report.
 */
export function lawCases(laws: readonly LawReport[], file?: string): readonly CiCase[] {
  const place = file === undefined ? {} : { file };
  return laws.map(({ law, from, to, runs, passed, failure }) => {
    const name = `${law} ${directionText({ from, to })}`;
    if (failure === undefined) return { name, ...place, isSkipped: runs === 0 && passed };
    const text = `does not hold: ${lawStatement(law)}. Repeat with --law ${law} --seed ${failure.seed}`;
    return { name, ...place, failures: [{ title: `${law} fails`, text, ...place }] };
  });
}

/** `v1 to v2`; if both versions are the same, only that version. */
export function directionText({ from, to }: Pick<LawReport, "from" | "to">): string {
  return from === to ? from : `${from} to ${to}`;
}
