import type { FileFault, TestCase } from "./case-files.ts";

/** The files that a case should have, by what follows its name: `allowed.yaml`, `denied.txt`. */
export type Goldens = ReadonlyMap<string, string>;

/** What the server did with the object of a case. One to delete that has finalizers stays: its request is allowed. */
type CaseDecision = "allowed" | "denied" | "deleted" | "converted";

/** A fault of a case, with the lines that differ if a golden differs. */
export interface CaseFault extends FileFault {
  readonly diff?: readonly string[];
}

/** A case that was run. */
export interface CaseResult {
  readonly test: TestCase;
  readonly decision: CaseDecision;
  /** Empty where everything is as expected. */
  readonly faults: readonly CaseFault[];
  /** The files that the case should have beside it. */
  readonly goldens: Goldens;
}
