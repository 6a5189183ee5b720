import { newMemory, type ScanMemory } from "./memory.ts";
import type { Selection } from "./selection.ts";

/** A text that was checked to be JSON, with the offsets of its structural characters. Valid until the next scan. */
export interface Scanned {
  /** The scanner's memory. The text has the offsets from 0 to `length`. A Buffer, because it decodes a part without a view of it. */
  readonly bytes: Buffer;
  readonly length: number;
  /**
   * The offsets of the characters `{ } [ ] : ,` outside strings, in ascending order, down to the `depth` that {@link scan}
   * was called with. The members or items of the outermost map or list are at level 1. The brackets of an empty list or map
   * are not listed. After a token that opens a list or map comes its link, the index of the token that closes it.
   */
  readonly tokens: Uint32Array;
  /** The number of tokens and links; the array `tokens` is longer. */
  readonly count: number;
  /** True if `JSON.parse` may change a number of the text. Then values must be parsed exactly. */
  readonly hasUnsafeNumbers: boolean;
  /** The result of the last {@link select}: four numbers for each piece. */
  readonly pieces: Uint32Array;
  /**
   * Selects members of the map that a token opens. Returns the number of pieces, {@link otherType} if a member that must have a
   * certain text is absent or has another text, or {@link unselectable} if the map has to be parsed.
   */
  select(opening: number, selection: Selection): number;
}

/** The result of {@link Scanned.select} for a map that has to be parsed. */
export const unselectable = -1;
/** The result of {@link Scanned.select} for a map in which a member that must have a certain text is absent or has another. */
export const otherType = -2;

/** Space for output in the scanner's memory. */
export interface OutputSpace {
  /** The scanner's memory. It replaces the `bytes` of the scanned text; offsets stay the same. */
  readonly bytes: Uint8Array;
  /** The offset of the first byte of the space. */
  readonly start: number;
}

/**
 * A memory with more bytes than this is replaced at the next scan, because it can't shrink. A text of 16 MiB with
 * output of the same size needs less.
 */
const maxIdleBytes = 64 * 1024 * 1024;

/**
 * The longest text that is scanned, in UTF-16 units or bytes. A longer one would need too much memory. The number is a choice:
 * with tokens and output, a text takes several times its size.
 */
const longestText = 64 * 1024 * 1024;

/** The scanner's memory; undefined before the first scan, null on a runtime without WebAssembly. */
let currentMemory: ScanMemory | undefined | null;

/**
 * Checks that a text is JSON that `parse` accepts, and lists its structural characters down to a depth.
 *
 * Undefined for a text that is not JSON, and for a text that the caller must parse instead. Such a text is neither a list nor
 * a map, is longer than 64 Mi bytes or UTF-16 units, or has one of these: white space before the end, a key with an escape at
 * a listed depth, more than 512 levels, a number of more than 200 characters or with an exponent of 3 or more digits, more
 * than about one token for 8 bytes, a lone surrogate. Always undefined without WebAssembly.
 */
export function scan(text: Uint8Array | string, depth: number): Scanned | undefined {
  if (text.length > longestText) return undefined;
  if (
    currentMemory !== null &&
    (currentMemory === undefined || currentMemory.bytes.length > maxIdleBytes)
  ) {
    currentMemory = newMemory() ?? null;
  }
  if (currentMemory === null) return undefined;
  const written =
    typeof text === "string" ? writeText(currentMemory, text) : writeBytes(currentMemory, text);
  if (written === undefined) return undefined;
  const length = trimmedLength(currentMemory.bytes, written);
  const found = currentMemory.scan(length, depth);
  if (found < 0) return undefined;
  return new ScannedText(currentMemory, length, found);
}

/**
 * Makes space for output of `bytes` bytes after the text and its tokens. If the memory grows, earlier views of it
 * become invalid: read `bytes` and `tokens` of the scanned text again.
 *
 * Errors: throws if no text was scanned yet, and a RangeError beyond the 4 GiB of WebAssembly.
 */
export function outputSpace(bytes: number): OutputSpace {
  const own = scannedMemory();
  own.reserveOutput(bytes);
  return { bytes: own.bytes, start: own.outputAt };
}

/** Copies bytes within the scanner's memory, from text to output. Offsets and length are in bytes. */
export function copy(to: number, from: number, length: number): void {
  scannedMemory().scanner.copy(to, from, length);
}

function scannedMemory(): ScanMemory {
  if (currentMemory === undefined || currentMemory === null)
    throw new Error("no text was scanned: call scan first");
  return currentMemory;
}

class ScannedText implements Scanned {
  readonly #memory: ScanMemory;
  readonly length: number;
  readonly count: number;
  readonly hasUnsafeNumbers: boolean;

  constructor(memory: ScanMemory, length: number, found: number) {
    this.#memory = memory;
    this.length = length;
    this.count = found >>> 1;
    this.hasUnsafeNumbers = (found & 1) === 1;
  }

  get pieces(): Uint32Array {
    return this.#memory.pieces;
  }

  select(opening: number, selection: Selection): number {
    return this.#memory.select(opening, selection);
  }

  get bytes(): Buffer {
    return this.#memory.bytes;
  }

  get tokens(): Uint32Array {
    return this.#memory.tokens;
  }
}

const encoder = new TextEncoder();

/** Writes a string to the memory in UTF-8, and returns its bytes; undefined if it has lone surrogates. */
function writeText(memory: ScanMemory, text: string): number | undefined {
  if (!text.isWellFormed()) return undefined;
  memory.reserveText(text.length);
  const { read, written } = encoder.encodeInto(text, memory.bytes);
  if (read === text.length && written <= memory.maxTextBytes) return written;
  // A UTF-16 unit needs at most 3 bytes.
  memory.reserveText(text.length * 3);
  return encoder.encodeInto(text, memory.bytes).written;
}

function writeBytes(memory: ScanMemory, text: Uint8Array): number {
  memory.reserveText(text.length);
  memory.bytes.set(text);
  return text.length;
}

function trimmedLength(bytes: Uint8Array, written: number): number {
  let length = written;
  while (length > 0 && isSpace(bytes[length - 1])) length--;
  return length;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
