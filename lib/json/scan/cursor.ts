import { assertDefined } from "../invariant.ts";

/** A range of bytes in a scanned text. `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

// The ASCII codes of `,` and `[`.
const comma = 0x2c;
const bracket = 0x5b;

/**
 * Iterates over the members of a map or the items of a list in a scanned text. A cursor can be reused for other lists
 * and maps. Offsets are in bytes.
 */
export class Cursor {
  readonly #bytes: Uint8Array;
  readonly #tokens: Uint32Array;
  #next = 0;
  #from = 0;
  #isOpen = false;
  /** The offset of the key's opening quote. */
  keyStart = 0;
  /** The offset after the key's closing quote. */
  keyEnd = 0;
  start = 0;
  end = 0;
  /**
   * The index of the token that opens the value. -1 for a scalar, for an empty list or map, and for a value below the
   * levels whose tokens the scan listed.
   */
  opening = -1;

  constructor(bytes: Uint8Array, tokens: Uint32Array) {
    this.#bytes = bytes;
    this.#tokens = tokens;
  }

  /** Moves before the first member or item of the list or map that a token opens. With -1, there are none to move to. */
  enter(opening: number): this {
    this.#isOpen = opening >= 0;
    this.#next = opening + 2;
    this.#from = this.#isOpen ? this.#token(opening) + 1 : 0;
    return this;
  }

  /** True if the cursor is in a list. */
  isList(): boolean {
    return this.#bytes[this.#from - 1] === bracket;
  }

  /** Moves to the next member of the map; false after the last one. */
  nextMember(): boolean {
    if (!this.#isOpen) return false;
    this.keyStart = this.#from;
    this.keyEnd = this.#token(this.#next);
    this.#next += 1;
    this.#passValue(this.keyEnd + 1);
    return true;
  }

  /** Moves to the next item of the list; false after the last one. */
  nextItem(): boolean {
    if (!this.#isOpen) return false;
    this.#passValue(this.#from);
    return true;
  }

  #passValue(start: number): void {
    let next = this.#next;
    this.start = start;
    this.opening = -1;
    if (this.#token(next) === start) {
      this.opening = next;
      next = this.#token(next + 1) + 1;
    }
    const end = this.#token(next);
    this.end = end;
    this.#from = end + 1;
    this.#next = next + 1;
    this.#isOpen = this.#bytes[end] === comma;
  }

  /** The offset of a token, or the link after an opening one. */
  #token(index: number): number {
    return assertDefined(this.#tokens[index], "an open container has tokens up to its end");
  }
}
