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

/** Where a selection stands, and where the pieces that it finds are written: assembly/layout.ts. */
const planAt = 4096;
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
  #plan: Uint8Array = new Uint8Array();
  /** The selection that {@link #plan} holds. */
  #selection: Selection | undefined;
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
    if (this.#selection !== selection) this.#plan.set(selection.bytes);
    this.#selection = selection;
    const tokensAt = textAt + this.maxTextBytes + padding;
    const linksAt = this.links.byteOffset;
    return this.scanner.select(opening, planAt, tokensAt, linksAt);
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
    this.#plan = new Uint8Array(buffer, planAt, piecesAt - planAt);
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
