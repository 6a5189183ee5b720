/** Units of work between two looks at the clock: about a millisecond's worth of small maps. */
const unitsBetween = 1024;

/**
 * Observes a review's deadline within the work on one object. Work is counted, one unit for each value that is looked at, and
 * the clock is only read every {@link unitsBetween} units. Once it has passed it stays so: whatever was left undone on the
 * way, the object is not sent.
 */
export class DeadlineWatch {
  readonly #expired: () => boolean;
  #units = 0;
  #isPassed = false;

  constructor(expired: () => boolean) {
    this.#expired = expired;
  }

  /** True once some work was told that the deadline had passed. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** Counts work; true where the deadline has passed, and the work is to be left. */
  passes(units: number): boolean {
    this.#units += units;
    if (this.#units >= unitsBetween) {
      this.#units = 0;
      this.#isPassed ||= this.#expired();
    }
    return this.#isPassed;
  }
}

/** Why an object is not converted once its review's deadline has passed. */
export const deadlineText = "the deadline of the request has passed";
