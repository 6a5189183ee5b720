import { newMemory, type ScanMemory } from "./memory.ts";
import type { Selection } from "./selection.ts";

/** A text that is proved to be JSON, and where its structure stands. Valid until the next scan. */
export interface Scanned {
  /** The memory: the text stands at [0, length). */
  readonly bytes: Uint8Array;
  readonly length: number;
  /**
   * Offsets of `{ } [ ] : ,` outside strings, of containers whose content is at most `depth` levels deep, ascending. The
   * outermost container's content is one level deep. An empty container lists nothing.
   */
  readonly tokens: Uint32Array;
  /** For a token that opens a container: the index of the token that closes it. Meaningless for others. */
  readonly links: Uint32Array;
  /** How many tokens there are; `tokens` and `links` are longer. */
  readonly count: number;
  /** Some number in the text may be damaged by `JSON.parse`: parse parts of it exactly. */
  readonly hasOddNumbers: boolean;
  /** What the last selection found, four numbers for each piece: see {@link select}. */
  readonly pieces: Uint32Array;
  /**
   * Takes the map that a token opens apart: the number of pieces, or {@link otherType} where a text is not the selection's,
   * or {@link unlike} where the map is unlike what can be selected from.
   */
  select(opening: number, selection: Selection): number;
}

export const unlike = -1;
export const otherType = -2;

/** Room for output in the scanner's memory. */
export interface OutputRoom {
  /** The memory; replaces the `bytes` of the text that was scanned, whose offsets stay. */
  readonly bytes: Uint8Array;
  /** Where writing may start. */
  readonly start: number;
}

/** More memory than this is given back at the next scan, as it never shrinks: a text of 16 MiB with as much output needs less. */
const keptBytes = 64 * 1024 * 1024;

/** A longer text would take more memory than its parsing is worth. */
const longestText = 64 * 1024 * 1024;

/** Undefined before the first scan; null where there is no WebAssembly. */
let memory: ScanMemory | undefined | null;

/**
 * Proves that a text is JSON exactly as `parse` takes it, and lists its structural characters down to a depth.
 *
 * Undefined: no JSON, or unusual and so better parsed: white space but at the very end, an escape in a key at a listed
 * depth, more than 512 levels, numbers of more than 200 characters or with 3 digits of exponent, very many tokens, a text that
 * is neither list nor map, or is longer than 64 MiB (UTF-16 units of a string), a string with lone surrogates; or there is no
 * WebAssembly here.
 */
export function scan(text: Uint8Array | string, depth: number): Scanned | undefined {
  if (text.length > longestText) return undefined;
  if (memory !== null && (memory === undefined || memory.bytes.length > keptBytes)) {
    memory = newMemory() ?? null;
  }
  if (memory === null) return undefined;
  const written = typeof text === "string" ? writeText(memory, text) : writeBytes(memory, text);
  if (written === undefined) return undefined;
  const length = trimmedLength(memory.bytes, written);
  const found = memory.scan(length, depth);
  if (found < 0) return undefined;
  return new ScannedText(memory, length, found);
}

/**
 * Makes room for so many bytes of output behind the text and its tokens. Where the memory grows, views on it taken before are
 * dead: read `bytes`, `tokens` and `links` of the scanned text again.
 *
 * Errors: throws before the first scan that succeeds, and a RangeError beyond the 4 GiB of WebAssembly.
 */
export function outputRoom(bytes: number): OutputRoom {
  const own = scannedMemory();
  own.fitOutput(bytes);
  return { bytes: own.bytes, start: own.outputAt };
}

/** Copies within the memory, from text to output. Offsets and length in bytes. */
export function copy(to: number, from: number, length: number): void {
  scannedMemory().scanner.copy(to, from, length);
}

function scannedMemory(): ScanMemory {
  if (memory === undefined || memory === null)
    throw new Error("no text was scanned: call scan first");
  return memory;
}

class ScannedText implements Scanned {
  readonly #memory: ScanMemory;
  readonly length: number;
  readonly count: number;
  readonly hasOddNumbers: boolean;

  constructor(memory: ScanMemory, length: number, found: number) {
    this.#memory = memory;
    this.length = length;
    this.count = found >>> 1;
    this.hasOddNumbers = (found & 1) === 1;
  }

  get pieces(): Uint32Array {
    return this.#memory.pieces;
  }

  select(opening: number, selection: Selection): number {
    return this.#memory.select(opening, selection);
  }

  get bytes(): Uint8Array {
    return this.#memory.bytes;
  }

  get tokens(): Uint32Array {
    return this.#memory.tokens;
  }

  get links(): Uint32Array {
    return this.#memory.links;
  }
}

const encoder = new TextEncoder();

/** Writes a string in UTF-8; undefined where it has none. */
function writeText(memory: ScanMemory, text: string): number | undefined {
  if (!text.isWellFormed()) return undefined;
  memory.fitText(text.length);
  const { read, written } = encoder.encodeInto(text, memory.bytes);
  if (read === text.length && written <= memory.maxTextBytes) return written;
  // At most 3 bytes for each UTF-16 unit.
  memory.fitText(text.length * 3);
  return encoder.encodeInto(text, memory.bytes).written;
}

function writeBytes(memory: ScanMemory, text: Uint8Array): number {
  memory.fitText(text.length);
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
