import type { FileFault, TestCase } from "./case-files.ts";

/**
 * The texts of the goldens (files of expected results) that a case should have, by the ends of their names: `allowed.yaml`,
 * `denied.txt`.
 */
export type GoldenFiles = ReadonlyMap<string, string>;

/** The outcome of a case. The deletion of an object with finalizers is `allowed`, not `deleted`, because the object stays. */
type CaseDecision = "allowed" | "denied" | "deleted" | "converted";

/** A fault of a case. `diff` has the lines that differ from a golden. */
export interface CaseFault extends FileFault {
  readonly diff?: readonly string[];
}

/** A case that was run. */
export interface CaseResult {
  readonly test: TestCase;
  readonly decision: CaseDecision;
  /** Empty if the case passed. */
  readonly faults: readonly CaseFault[];
  /** The actual results: the goldens that the case should have. */
  readonly goldens: GoldenFiles;
}
