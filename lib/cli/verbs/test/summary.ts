import type { FileFault } from "../../cases/case-files.ts";
import type { CaseResult } from "../../cases/case-result.ts";
import type { KindResults } from "../../cases/run-cases.ts";

/** What all kinds' cases came to. */
export interface TestSummary {
  readonly kinds: readonly KindResults[];
  /** The goldens that `--update` wrote or deleted. */
  readonly written: readonly string[];
}

/** The number of cases that passed, of those that failed, and of files that are wrong. */
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

/** Every case of every kind, with the kind. */
export function casesOf({
  kinds,
}: TestSummary): readonly (CaseResult & { readonly kind: string })[] {
  return kinds.flatMap(({ kind, results }) => results.map((result) => ({ ...result, kind })));
}

/** Every wrong file of every kind, with the kind. */
export function wrongFiles({
  kinds,
}: TestSummary): readonly (FileFault & { readonly kind: string })[] {
  return kinds.flatMap(({ kind, faults }) => faults.map((fault) => ({ ...fault, kind })));
}

/** The counts in words: `3 passed, 1 failed`. */
export function countsText(summary: TestSummary): string {
  const { passed, failed, wrong } = countsOf(summary);
  const files = wrong === 0 ? "" : `, ${wrong} wrong ${wrong === 1 ? "file" : "files"}`;
  return `${passed} passed, ${failed} failed${files}`;
}
