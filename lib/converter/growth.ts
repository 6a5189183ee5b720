/**
 * Bytes that rules may add to one object by multiplication: 48 bytes in one version, such as a quantity of 20,000,000, can
 * become 120 MB in another. What a rule writes once for each item does not count.
 */
export const maxMultipliedBytes = 128 * 1024;

/**
 * Bytes that a response may have beyond its request. Enough for a page of 500 objects (kubectl, client-go) that all grow by
 * {@link maxMultipliedBytes}, so that no tenant's objects make a list fail.
 */
export const maxResponseGrowthBytes = 512 * maxMultipliedBytes;

/**
 * By which factor an object may grow: a lens writes a constant number of bytes for each item, seldom more than a few times
 * the item. docs/decisions/015-growth.md has the reasons for all limits here.
 */
const maxFactor = 64;

/** Bytes that any object may have, whatever its original size, so that the factor does not bind small objects. */
export const freeBytes = 1024 * 1024;

/** The most bytes of a converted object, by the bytes of its original. */
export function maxBytesFor(bytes: number): number {
  return Math.min(maxFactor * bytes + freeBytes, bytes + maxResponseGrowthBytes);
}

/** The limits of one object, for messages. */
export const growthLimitText = `${maxFactor} times its size and ${freeBytes} bytes`;

/**
 * What is left of {@link maxMultipliedBytes} for the current object. A converter that multiplies values takes bytes before
 * it writes them, so that nothing large is created. It also takes those of the reverse conversion, so that both directions
 * accept the same objects.
 */
export class Growth {
  readonly #limit: number;
  #left: number;

  constructor(bytes: number = maxMultipliedBytes) {
    this.#limit = bytes;
    this.#left = bytes;
  }

  /** The bytes that are left. */
  get left(): number {
    return this.#left;
  }

  /** Starts with the next object. */
  restart(): void {
    this.#left = this.#limit;
  }

  /** Takes bytes; false, without taking any, where fewer are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= Math.max(0, bytes);
    return true;
  }
}
