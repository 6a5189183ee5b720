import type { FaultyPart } from "./webhook-fault.ts";

/** Which faulty parts of responses a law has reported: the laws after it pass over them, so that one fault is shown once. */
export class ReportedFaults {
  readonly #met = new Set<FaultyPart>();
  readonly #reported = new Set<FaultyPart>();

  /** True for a part that no earlier task reported. */
  isNew(part: FaultyPart): boolean {
    this.#met.add(part);
    return !this.#reported.has(part);
  }

  /** Ends a law's trial in one direction. What it met counts as reported if it failed. */
  endTask(hasFailed: boolean): void {
    if (hasFailed) for (const part of this.#met) this.#reported.add(part);
    this.#met.clear();
  }
}
