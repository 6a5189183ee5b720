/**
 * What judging preserved values may cost in one review: every trial takes as many units as the object that it tries has
 * bytes. What is left of it decides, not the clock, so that the same review gets the same response on every machine.
 */
export class Work {
  readonly #limit: number;
  #used = 0;

  constructor(limit: number = maxReviewWork) {
    this.#limit = limit;
  }

  /** Units taken so far. */
  get used(): number {
    return this.#used;
  }

  /** Takes units if they are left; false where they are not, and then nothing is taken. */
  take(units: number): boolean {
    if (this.#used + units > this.#limit) return false;
    this.#used += units;
    return true;
  }
}

/** Bytes times trials that one review may cost: sixteen trials of the largest review that the API server sends. */
const maxReviewWork = 16 * 128 * 1024 * 1024;
