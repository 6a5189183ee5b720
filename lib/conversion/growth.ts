/** Bytes that an answer may have beyond its request: 48 bytes of one version can ask for 120 MB of another. */
export const maxGrowthBytes = 4 * 1024 * 1024;

/**
 * What is left of {@link maxGrowthBytes} for the review at hand. A converter that writes more than it reads asks before
 * it writes, so that nothing large is ever made.
 */
export class Growth {
  #bytes: number;

  constructor(bytes: number = maxGrowthBytes) {
    this.#bytes = bytes;
  }

  /** What is left. */
  get left(): number {
    return this.#bytes;
  }

  /** Gives back what was taken since so much was left. */
  restore(left: number): void {
    this.#bytes = left;
  }

  /** Takes the bytes if they are left; false where they are not, and then nothing is taken. */
  take(bytes: number): boolean {
    if (bytes > this.#bytes) return false;
    this.#bytes -= Math.max(0, bytes);
    return true;
  }
}
