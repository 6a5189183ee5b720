import { counted } from "../../../json/counted.ts";
import type { FileFault } from "../../cases/case-files.ts";
import type { CaseResult } from "../../cases/case-result.ts";
import type { KindResults } from "../../cases/run-cases.ts";

/** The results of all test cases, and the goldens (files of expected results) that were updated. */
export interface TestSummary {
  readonly kinds: readonly KindResults[];
  /** The goldens that `--update` wrote or deleted. */
  readonly written: readonly string[];
}

/** Counts the cases that passed, the cases that failed, and the wrong files. */
export function countsOf({ kinds }: TestSummary): {
  readonly passed: number;
  readonly failed: number;
  readonly wrong: number;
} {
  const results = kinds.flatMap(({ results: all }) => all);
  const failed = results.filter(({ faults }) => faults.length > 0).length;
  const wrong = kinds.flatMap(({ faults }) => faults).length;
  return { passed: results.length - failed, failed, wrong };
}

/** The results of all kinds' cases in one list, each with its kind's name. */
export function casesOf({
  kinds,
}: TestSummary): readonly (CaseResult & { readonly kind: string })[] {
  return kinds.flatMap(({ kind, results }) => results.map((result) => ({ ...result, kind })));
}

/** The wrong files of all kinds in one list, each with its kind's name. */
export function wrongFiles({
  kinds,
}: TestSummary): readonly (FileFault & { readonly kind: string })[] {
  return kinds.flatMap(({ kind, faults }) => faults.map((fault) => ({ ...fault, kind })));
}

/** The counts as text: `3 passed, 1 failed`, and the number of wrong files if there are any. */
export function countsText(summary: TestSummary): string {
  const { passed, failed, wrong } = countsOf(summary);
  const files = wrong === 0 ? "" : `, ${counted(wrong, "wrong file")}`;
  return `${passed} passed, ${failed} failed${files}`;
}
