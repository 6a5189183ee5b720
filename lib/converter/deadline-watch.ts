/** Units of work between two reads of the clock: about a millisecond for small maps. */
const unitsBetween = 1024;

/**
 * Checks a review's deadline during the work on one object. Each value counts as a unit of work, and the clock is read only
 * every {@link unitsBetween} units. A passed deadline stays passed: an incomplete object is never sent.
 */
export class DeadlineWatch {
  readonly #expired: () => boolean;
  #units = 0;
  #isPassed = false;

  constructor(expired: () => boolean) {
    this.#expired = expired;
  }

  /** True once {@link passes} has returned true. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** Counts work; true if the deadline has passed and the work should stop. */
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
