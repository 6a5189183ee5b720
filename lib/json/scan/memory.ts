import { moduleBytes } from "./module.generated.ts";
import type { Selection } from "./selection.ts";

/** The module's exports: see assembly/scan.ts. */
interface Scanner {
  readonly memory: WebAssembly.Memory;
  readonly scan: (
    length: number,
    depth: number,
    tokensAt: number,
    linksAt: number,
    capacity: number,
  ) => number;
  readonly select: (opening: number, planAt: number, tokensAt: number, linksAt: number) => number;
  readonly copy: (to: number, from: number, length: number) => void;
}

/** Offset of the text in the memory: textAt in assembly/layout.ts. */
const textAt = 28_736;

/** Offsets in the memory of the selection in use, of texts to copy, and of the pieces found: see assembly/layout.ts. */
const planAt = 4096;
const piecesAt = 20_480;
const maxPieces = 512;

/** The unit in which the memory of a WebAssembly module grows. */
const pageBytes = 65_536;

/** Bytes after the text that the module fills with spaces: paddingBytes in assembly/layout.ts, up to a whole block. */
const padding = 128;

/**
 * One instance of the scanner with its memory: the text, then tokens, their links, and space for output. If a text does
 * not fit, the space for text at least doubles, so that views are seldom renewed.
 */
export class ScanMemory {
  readonly scanner: Scanner;
  /** From the start of the text to the end of the memory. */
  bytes: Uint8Array = new Uint8Array();
  tokens: Uint32Array = new Uint32Array();
  links: Uint32Array = new Uint32Array();
  /** The pieces of a selection, four numbers each: see assembly/select.ts. */
  pieces: Uint32Array = new Uint32Array();
  #plan: Uint8Array = new Uint8Array();
  /** The selection that {@link #plan} holds. */
  #selection: Selection | undefined;
  /** Offset of the output from the start of the text. */
  outputAt = 0;
  /** Size limit of a text. */
  maxTextBytes = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
    this.reserveText(pageBytes / 2);
  }

  /** Reserves space for a text. Size in bytes. The content of the memory is lost if the text did not fit before. */
  reserveText(bytes: number): void {
    if (bytes <= this.maxTextBytes) return;
    const textSpace = 2 ** Math.ceil(Math.log2(bytes + padding));
    // 4 bytes for a token, 4 for its link.
    const outputAt = textSpace + 8 * this.#capacityOf(textSpace);
    // Throws if there is not enough memory; nothing has changed then.
    this.#grow(outputAt + textSpace);
    this.maxTextBytes = textSpace - padding;
    this.outputAt = outputAt;
    this.#view(textSpace);
  }

  /** Reserves space for output. Size in bytes. The content of the memory stays. */
  reserveOutput(bytes: number): void {
    if (this.outputAt + bytes <= this.bytes.length) return;
    this.#grow(this.outputAt + bytes);
    this.#view(this.maxTextBytes + padding);
  }

  /**
   * Scans the first `length` bytes of the text, down to `depth` levels, and writes the tokens and their links to this memory.
   * Returns what `scan` of assembly/scan.ts returns.
   */
  scan(length: number, depth: number): number {
    const textSpace = this.maxTextBytes + padding;
    const tokensAt = textAt + textSpace;
    const capacity = this.#capacityOf(textSpace);
    return this.scanner.scan(length, depth, tokensAt, tokensAt + 4 * capacity, capacity);
  }

  /**
   * Finds the pieces of a selection in the map or list whose opening is token `opening`, and writes them to
   * {@link pieces}. Copies the selection into the memory first, unless it was used last. Returns what `select` of
   * assembly/select.ts returns.
   */
  select(opening: number, selection: Selection): number {
    if (this.#selection !== selection) this.#plan.set(selection.bytes);
    this.#selection = selection;
    const tokensAt = textAt + this.maxTextBytes + padding;
    const linksAt = this.links.byteOffset;
    return this.scanner.select(opening, planAt, tokensAt, linksAt);
  }

  #capacityOf(textSpace: number): number {
    return textSpace / 8 + 256;
  }

  #grow(bytes: number): void {
    const { memory } = this.scanner;
    const missing = Math.ceil((textAt + bytes - memory.buffer.byteLength) / pageBytes);
    if (missing > 0) memory.grow(missing);
  }

  #view(textSpace: number): void {
    const { buffer } = this.scanner.memory;
    const capacity = this.#capacityOf(textSpace);
    this.#plan = new Uint8Array(buffer, planAt, piecesAt - planAt);
    this.bytes = new Uint8Array(buffer, textAt);
    this.pieces = new Uint32Array(buffer, piecesAt, 4 * maxPieces);
    this.tokens = new Uint32Array(buffer, textAt + textSpace, capacity);
    this.links = new Uint32Array(buffer, textAt + textSpace + 4 * capacity, capacity);
  }
}

/** A new instance, or undefined where there is no WebAssembly with SIMD. */
export function newMemory(): ScanMemory | undefined {
  const scanner = newScanner();
  return scanner === undefined ? undefined : new ScanMemory(scanner);
}

let compiled: WebAssembly.Module | undefined;

function newScanner(): Scanner | undefined {
  try {
    compiled ??= new WebAssembly.Module(moduleBytes());
    const { exports } = new WebAssembly.Instance(compiled);
    return isScanner(exports) ? exports : undefined;
  } catch {
    return undefined;
  }
}

/** The boundary to the module, whose exports have no types of their own. */
function isScanner(exports: object): exports is Scanner {
  return "memory" in exports && "scan" in exports && "select" in exports && "copy" in exports;
}
