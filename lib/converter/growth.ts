/**
 * Bytes that one object may gain by what multiplies: 48 bytes of one version, a quantity of 20,000,000, can ask for 120 MB
 * of another. What a rule writes once for each item that it reads does not count here.
 */
export const maxMultipliedBytes = 128 * 1024;

/**
 * Bytes that an answer may have beyond its request. Objects are listed in pages of 500 (kubectl, client-go): a page of objects
 * that all multiply as much as they may has room, so that no tenant's objects fail it.
 */
export const maxResponseGrowthBytes = 512 * maxMultipliedBytes;

/** How many times its size an object may have in the other version: what a lens writes for each item is a constant. */
const maxFactor = 64;

/** Bytes that any object may have, however small it was. */
export const freeBytes = 1024 * 1024;

/** Bytes that an object of so many bytes may have in another version. */
export function maxBytesFor(bytes: number): number {
  return Math.min(maxFactor * bytes + freeBytes, bytes + maxResponseGrowthBytes);
}

/** The limits of one object as messages say them. */
export const growthLimitText = `${maxFactor} times its size and ${freeBytes} bytes`;

/**
 * What is left of {@link maxMultipliedBytes} for the object at hand. A converter that multiplies what it reads asks before
 * it writes, so that nothing large is ever made. The way back is asked for too, so that both ways take the same objects.
 */
export class Growth {
  readonly #limit: number;
  #left: number;

  constructor(bytes: number = maxMultipliedBytes) {
    this.#limit = bytes;
    this.#left = bytes;
  }

  /** What is left. */
  get left(): number {
    return this.#left;
  }

  /** Starts with the next object: nothing is taken yet. */
  restart(): void {
    this.#left = this.#limit;
  }

  /** Takes the bytes if they are left; false where they are not, and then nothing is taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= Math.max(0, bytes);
    return true;
  }
}
