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
 * The most times its original size that a converted object may have. A lens writes a constant number of bytes for each
 * item, seldom more than a few times the item's size. docs/decisions/015-growth.md has the reasons for all limits in
 * this file.
 */
const maxFactor = 64;

/** The bytes that every converted object may have, so that {@link maxFactor} does not limit small objects. */
export const freeBytes = 1024 * 1024;

/** The most bytes of a converted object whose original has `bytes` bytes. */
export function maxBytesFor(bytes: number): number {
  return Math.min(maxFactor * bytes + freeBytes, bytes + maxResponseGrowthBytes);
}

/** How messages state the limits of one object. */
export const growthLimitText = `${maxFactor} times its size and ${freeBytes} bytes`;

/**
 * The rest of {@link maxMultipliedBytes} for the current object. A converter that multiplies values takes bytes from it
 * before it writes them, so that it never creates a large value. It takes the bytes of the reverse conversion too, so
 * that both directions accept the same objects.
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

  /** Takes bytes from the rest. Returns false, and takes none, if fewer are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= Math.max(0, bytes);
    return true;
  }
}
