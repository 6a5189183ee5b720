/** The units of work between two reads of the clock: about a millisecond for small maps. */
const unitsBetween = 1024;

/**
 * Checks a review's deadline while one object is converted. Callers count units of work: a value, an item or a
 * character. The clock is read only every {@link unitsBetween} units. Once the deadline has passed, `isPassed` stays
 * true, so that an incomplete object is never returned.
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

  /** Counts units of work. Returns true if the deadline has passed and the work should stop. */
  passes(units: number): boolean {
    this.#units += units;
    if (this.#units >= unitsBetween) {
      this.#units = 0;
      this.#isPassed ||= this.#expired();
    }
    return this.#isPassed;
  }
}
