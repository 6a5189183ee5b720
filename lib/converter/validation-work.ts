/**
 * Limits the validation of preserved values in one review: each validation takes as many units as its object has bytes. A
 * limit in work, not in time, gives the same response on every machine.
 */
export class ValidationWork {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number = maxReviewWork) {
    this.#limit = limit;
  }

  /** Units taken so far. */
  get used(): number {
    return this.#used;
  }

  /** Takes units from the limit. Returns false, and takes none, if fewer are left. */
  take(units: number): boolean {
    if (this.#used + units > this.#limit) return false;
    this.#used += units;
    return true;
  }
}

/**
 * The limit for one review, as the sum of the sizes in bytes of all validated objects: enough to validate the largest
 * review that the API server sends sixteen times.
 */
const maxReviewWork = 16 * 128 * 1024 * 1024;
