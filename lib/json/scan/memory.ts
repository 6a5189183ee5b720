import { moduleBytes } from "./module.generated.ts";
import type { Selection } from "./selection.ts";

/** What the module gives: see assembly/scan.ts. */
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

/** Where the text begins in the memory: textAt in assembly/layout.ts. */
const textAt = 28_736;

/** What is kept in the memory, and where the pieces of a selection are written: assembly/layout.ts. */
const keptAt = 4096;
const piecesAt = 20_480;
const maxPieces = 512;

const pageBytes = 65_536;

/** Bytes behind the text that the module fills with spaces: paddingBytes in assembly/layout.ts, up to a whole block. */
const padding = 128;

/**
 * One instance of the scanner with its memory: the text, then tokens, their links, and room for output. The places move
 * only when a text does not fit, and then at least double, so views are seldom made anew.
 */
export class ScanMemory {
  readonly scanner: Scanner;
  /** From the start of the text to the end of the memory. */
  bytes: Uint8Array = new Uint8Array();
  tokens: Uint32Array = new Uint32Array();
  links: Uint32Array = new Uint32Array();
  /** Four numbers each: see assembly/select.ts. */
  pieces: Uint32Array = new Uint32Array();
  /** Where selections and texts stand that are used again and again. */
  readonly #kept = new Map<Selection | string, number>();
  #keptEnd = keptAt;
  /** The selection that was used last, and where it stands. */
  #selection: Selection | undefined;
  #planAt = 0;
  /** Where output may be written, counted from the start of the text. */
  outputAt = 0;
  /** Longest text that fits. */
  maxTextBytes = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
    this.fitText(pageBytes / 2);
  }

  /** Makes room for a text of so many bytes; what the memory held is lost where it did not fit. */
  fitText(bytes: number): void {
    if (bytes <= this.maxTextBytes) return;
    const room = 2 ** Math.ceil(Math.log2(bytes + padding));
    // 4 bytes for a token, 4 for its link.
    const outputAt = room + 8 * this.#capacityOf(room);
    // Throws where there is no memory: nothing was moved then.
    this.#grow(outputAt + room);
    this.maxTextBytes = room - padding;
    this.outputAt = outputAt;
    this.#view(room);
  }

  /** Makes room for so many bytes of output; what the memory holds is kept. */
  fitOutput(bytes: number): void {
    if (this.outputAt + bytes <= this.bytes.length) return;
    this.#grow(this.outputAt + bytes);
    this.#view(this.maxTextBytes + padding);
  }

  /** As the module's `scan`. */
  scan(length: number, depth: number): number {
    const room = this.maxTextBytes + padding;
    const tokensAt = textAt + room;
    const capacity = this.#capacityOf(room);
    return this.scanner.scan(length, depth, tokensAt, tokensAt + 4 * capacity, capacity);
  }

  /** As the module's `select`, by a selection that is loaded where it is not yet. */
  select(opening: number, selection: Selection): number {
    if (this.#selection !== selection) {
      this.#planAt = this.#keep(selection, selection.bytes) ?? this.#keepAlone(selection);
      this.#selection = selection;
    }
    const tokensAt = textAt + this.maxTextBytes + padding;
    const linksAt = this.links.byteOffset;
    return this.scanner.select(opening, this.#planAt, tokensAt, linksAt);
  }

  /**
   * Where a text of ASCII can be copied from, counted from the start of the scanned text; undefined for any other text, and
   * where there is no room.
   */
  keepText(text: string): number | undefined {
    const known = this.#kept.get(text);
    if (known !== undefined) return known - textAt;
    const bytes = encoder.encode(text);
    const at = bytes.length === text.length ? this.#keep(text, bytes) : undefined;
    return at === undefined ? undefined : at - textAt;
  }

  #keep(what: Selection | string, bytes: Uint8Array): number | undefined {
    const known = this.#kept.get(what);
    if (known !== undefined) return known;
    const at = this.#keptEnd;
    if (at + bytes.length > piecesAt) return undefined;
    new Uint8Array(this.scanner.memory.buffer).set(bytes, at);
    this.#kept.set(what, at);
    this.#keptEnd += bytes.length;
    return at;
  }

  /** Of very many kinds some are loaded again and again. */
  #keepAlone(selection: Selection): number {
    this.#kept.clear();
    this.#keptEnd = keptAt + selection.bytes.length;
    new Uint8Array(this.scanner.memory.buffer).set(selection.bytes, keptAt);
    this.#kept.set(selection, keptAt);
    return keptAt;
  }

  #capacityOf(room: number): number {
    return room / 8 + 256;
  }

  #grow(bytes: number): void {
    const { memory } = this.scanner;
    const missing = Math.ceil((textAt + bytes - memory.buffer.byteLength) / pageBytes);
    if (missing > 0) memory.grow(missing);
  }

  #view(room: number): void {
    const { buffer } = this.scanner.memory;
    const capacity = this.#capacityOf(room);
    this.bytes = new Uint8Array(buffer, textAt);
    this.pieces = new Uint32Array(buffer, piecesAt, 4 * maxPieces);
    this.tokens = new Uint32Array(buffer, textAt + room, capacity);
    this.links = new Uint32Array(buffer, textAt + room + 4 * capacity, capacity);
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

const encoder = new TextEncoder();
