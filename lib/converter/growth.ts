/**
 * The most bytes that rules may add to one object by multiplication: by writing a text as often as a number in the object says, or
 * indentation. Without a limit, 48 bytes in one version, such as a quantity of 20,000,000, could become 120 MB in another. What a
 * rule writes once for each item does not count. docs/decisions/015-growth.md gives the reasons for all limits in this file.
 */
export const maxMultipliedBytes = 128 * 1024;

/**
 * The most bytes by which a response may exceed its request. They are enough for a page of 500 objects (kubectl,
 * client-go) that all grow by {@link maxMultipliedBytes}, so that no user's objects can make a list fail.
 */
export const maxResponseGrowthBytes = 512 * maxMultipliedBytes;

/**
 * How many times as large as its original a converted object may be. A lens writes a constant number of bytes for each item,
 * seldom more than a few times the item's size.
 */
const maxFactor = 64;

/** A converted object may always have this many bytes, so that {@link maxFactor} does not limit small objects. */
export const alwaysAllowedBytes = 1024 * 1024;

/** The most bytes of a converted object whose original has `bytes` bytes. */
export function maxConvertedBytes(bytes: number): number {
  return Math.min(maxFactor * bytes + alwaysAllowedBytes, bytes + maxResponseGrowthBytes);
}

/**
 * Counts how many bytes of {@link maxMultipliedBytes} the current object may still use. A converter that multiplies
 * values takes the bytes before it writes them, so that a value that is too large is never created. It also takes the
 * bytes for the reverse conversion, so that both directions accept the same objects.
 */
export class Growth {
  readonly #limit: number;
  #left: number;

  constructor(bytes: number = maxMultipliedBytes) {
    this.#limit = bytes;
    this.#left = bytes;
  }

  /** The bytes that the current object may still use. */
  get left(): number {
    return this.#left;
  }

  /** Makes the full limit available again, for the next object. */
  restart(): void {
    this.#left = this.#limit;
  }

  /** Takes bytes. Returns false, and takes none, if fewer are left. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= Math.max(0, bytes);
    return true;
  }
}
