import { newMemory, type ScanMemory } from "./memory.ts";
import type { Selection } from "./selection.ts";

/** A text that is proved to be JSON, with the offsets of its structure. Valid until the next scan. */
export interface Scanned {
  /** The scanner's memory; the text is at [0, length). */
  readonly bytes: Uint8Array;
  readonly length: number;
  /**
   * Offsets of `{ } [ ] : ,` outside of strings, ascending, down to `depth` levels. The content of the outermost list
   * or map is level 1. Of an empty list or map nothing is listed.
   */
  readonly tokens: Uint32Array;
  /** For a token that opens a list or map: the index of the token that closes it. Meaningless for other tokens. */
  readonly links: Uint32Array;
  /** The number of tokens; the arrays `tokens` and `links` are longer. */
  readonly count: number;
  /** True if `JSON.parse` may change a number of the text: then parse the parts of the text exactly. */
  readonly hasOddNumbers: boolean;
  /** The result of the last {@link select}: four numbers for each piece. */
  readonly pieces: Uint32Array;
  /**
   * Selects members of the map that a token opens. Returns the number of pieces; {@link otherType} where a member has another
   * text than the selection demands; {@link unselectable} where the map has to be parsed.
   */
  select(opening: number, selection: Selection): number;
}

/** The result of {@link Scanned.select} for a map that has to be parsed. */
export const unselectable = -1;
/** The result of {@link Scanned.select} where a member has another text than the selection demands. */
export const otherType = -2;

/** Space for output in the scanner's memory. */
export interface OutputSpace {
  /** The memory. Replaces the `bytes` of the scanned text, whose offsets stay the same. */
  readonly bytes: Uint8Array;
  /** Offset at which the space starts. */
  readonly start: number;
}

/**
 * A memory of more than this is replaced at the next scan, because it can't shrink. A text of 16 MiB with as much
 * output needs less.
 */
const maxIdleBytes = 64 * 1024 * 1024;

/** A longer text would take more memory than its parsing is worth. */
const longestText = 64 * 1024 * 1024;

/** Undefined before the first scan; null where there is no WebAssembly. */
let memory: ScanMemory | undefined | null;

/**
 * Proves that a text is JSON exactly as `parse` accepts it, and lists its structural characters down to a depth.
 *
 * Undefined for a text that is not JSON, and for an unusual one, which has to be parsed: with white space before the end,
 * an escape in a key at a listed depth, more than 512 levels, numbers of more than 200 characters or with 3 digits of exponent,
 * very many tokens, lone surrogates; neither list nor map; longer than 64 MiB (UTF-16 units of a string). Always undefined
 * without WebAssembly.
 */
export function scan(text: Uint8Array | string, depth: number): Scanned | undefined {
  if (text.length > longestText) return undefined;
  if (memory !== null && (memory === undefined || memory.bytes.length > maxIdleBytes)) {
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
 * Reserves space for output after the text and its tokens. Size in bytes. If the memory grows, earlier views of it become
 * invalid: read `bytes`, `tokens` and `links` of the scanned text again.
 *
 * Errors: throws before the first scan that succeeds, and a RangeError beyond the 4 GiB of WebAssembly.
 */
export function outputSpace(bytes: number): OutputSpace {
  const own = scannedMemory();
  own.reserveOutput(bytes);
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

/** Writes a string in UTF-8; undefined for one with lone surrogates. */
function writeText(memory: ScanMemory, text: string): number | undefined {
  if (!text.isWellFormed()) return undefined;
  memory.reserveText(text.length);
  const { read, written } = encoder.encodeInto(text, memory.bytes);
  if (read === text.length && written <= memory.maxTextBytes) return written;
  // At most 3 bytes for each UTF-16 unit.
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
