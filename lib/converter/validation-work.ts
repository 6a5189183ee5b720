/**
 * Limits the validation of preserved values in one review. Each validation takes as many units as the validated object
 * has bytes. A limit on work, not on time, gives the same response on every machine.
 */
export class ValidationWork {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number = maxReviewWork) {
    this.#limit = limit;
  }

  /** The units that were taken so far. */
  get used(): number {
    return this.#used;
  }

  /** Takes units. Returns false, and takes none, if that would exceed the limit. */
  take(units: number): boolean {
    if (this.#used + units > this.#limit) return false;
    this.#used += units;
    return true;
  }
}

/**
 * The limit for one review, in bytes of validated objects. It is enough to validate sixteen times the largest review
 * that the API server sends.
 */
const maxReviewWork = 16 * 128 * 1024 * 1024;
