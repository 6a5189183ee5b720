import { type SparseObject, unparsed } from "../sparse.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../value.ts";
import { stringify } from "../write.ts";
import { copy, outputSpace } from "./scan.ts";

/**
 * Writes JSON into the scanner's memory: new values, and copies of parts of the scanned text. If something does not fit
 * into the space, {@link isFull} becomes true, and the written bytes are not usable.
 */
export class Splicer {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #limit: number;
  #at: number;
  isFull = false;

  /** `size` is the most bytes that can be written. */
  constructor(size: number) {
    const { bytes, start } = outputSpace(size);
    this.#bytes = bytes;
    this.#start = start;
    this.#at = start;
    this.#limit = start + size;
  }

  /** The bytes written so far. */
  get size(): number {
    return this.#at - this.#start;
  }

  /** Copies the bytes between two offsets of the scanned text. */
  part(start: number, end: number): void {
    const length = end - start;
    if (!this.#has(length)) return;
    copy(this.#at, start, length);
    this.#at += length;
  }

  /** Writes JSON that is already encoded in UTF-8. */
  encoded(text: Uint8Array): void {
    if (!this.#has(text.length)) return;
    this.#bytes.set(text, this.#at);
    this.#at += text.length;
  }

  /** Writes JSON that is given as a string. */
  raw(text: string): void {
    const bytes = this.#bytes;
    if (!this.#has(text.length)) return;
    if (text.length > longText) {
      this.#encode(text);
      return;
    }
    let at = this.#at;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= 0x80) {
        this.#encode(text);
        return;
      }
      bytes[at++] = code;
    }
    this.#at = at;
  }

  /** Writes a value as JSON. The unparsed members of a sparse map are copied from the scanned text. */
  value(value: JsonValue): void {
    if (typeof value === "string") this.#string(value);
    else if (isArray(value)) this.#list(value);
    else if (isObject(value)) {
      this.#byte(0x7b);
      this.members(value, true);
      this.#byte(0x7d);
    } else this.raw(stringify(value));
  }

  #list(list: JsonArray): void {
    this.#byte(0x5b);
    let isNext = false;
    for (const item of list) {
      if (isNext) this.#byte(0x2c);
      isNext = true;
      this.value(item);
    }
    this.#byte(0x5d);
  }

  /** Writes the members of a map, separated by commas. If `isFirst` is false, writes a comma before them. */
  members(map: SparseObject, isFirst: boolean): void {
    let isNext = !isFirst;
    for (const { start, end } of map[unparsed] ?? []) {
      if (isNext) this.#byte(0x2c);
      isNext = true;
      this.part(start, end);
    }
    // Faster than `Object.entries`: no list of pairs is made.
    for (const key in map) {
      const value = map[key];
      if (value === undefined) continue;
      if (isNext) this.#byte(0x2c);
      isNext = true;
      this.#string(key);
      this.#byte(0x3a);
      this.value(value);
    }
  }

  /** The written bytes. The next scan makes this view invalid. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#at);
  }

  #byte(code: number): void {
    if (this.#has(1)) this.#bytes[this.#at++] = code;
  }

  #has(length: number): boolean {
    if (this.#at + length <= this.#limit) return true;
    this.isFull = true;
    return false;
  }

  #string(text: string): void {
    const bytes = this.#bytes;
    if (!this.#has(text.length + 2)) return;
    let at = this.#at;
    bytes[at++] = 0x22;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code >= 0x80 || code === 0x22 || code === 0x5c) {
        this.#encode(JSON.stringify(text));
        return;
      }
      bytes[at++] = code;
    }
    bytes[at++] = 0x22;
    this.#at = at;
  }

  #encode(text: string): void {
    const { read, written } = encoder.encodeInto(text, this.#bytes.subarray(this.#at, this.#limit));
    if (read < text.length) this.isFull = true;
    this.#at += written;
  }
}

/** The UTF-16 units from which the runtime's encoder is faster than a loop. */
const longText = 40;

const encoder = new TextEncoder();
