import type { FaultyPart } from "./webhook-fault.ts";

/**
 * The faulty parts of responses that laws have reported. Later laws do not report them again, so that one fault is shown once.
 */
export class ReportedFaults {
  readonly #inTrial = new Set<FaultyPart>();
  readonly #reported = new Set<FaultyPart>();

  /** True for a part that no earlier trial reported. Records that the part was faulty in this trial. */
  isNew(part: FaultyPart): boolean {
    this.#inTrial.add(part);
    return !this.#reported.has(part);
  }

  /** Ends a law's trial in one direction. If the trial failed, the parts given to {@link isNew} during it count as reported. */
  endTask(hasFailed: boolean): void {
    if (hasFailed) for (const part of this.#inTrial) this.#reported.add(part);
    this.#inTrial.clear();
  }
}
