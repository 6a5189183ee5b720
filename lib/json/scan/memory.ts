import { moduleBytes } from "./module.generated.ts";
import type { Selection } from "./selection.ts";

/** The exports of the WebAssembly module that assembly/scan.ts is compiled to. */
interface Scanner {
  readonly memory: WebAssembly.Memory;
  readonly scan: (length: number, depth: number, tokensAt: number, capacity: number) => number;
  readonly select: (opening: number, planAt: number, tokensAt: number) => number;
  readonly copy: (to: number, from: number, length: number) => void;
}

/** The address of the text in the module's memory: textAt in assembly/layout.ts. */
const textAt = 28_736;

/** The address of the current selection, after the stacks: see assembly/layout.ts. */
const planAt = 4096;
/** The address of the found pieces: piecesAt in assembly/layout.ts. */
const piecesAt = 20_480;
/** The most pieces of a map, of 16 bytes each: maxPieces in assembly/select.ts. A map with more is parsed. */
const maxPieces = 512;

/** The bytes by which the memory of a WebAssembly module grows. */
const pageBytes = 65_536;

/**
 * The bytes after the text that the module fills with spaces: paddingBytes in assembly/layout.ts, rounded up to a whole
 * block.
 */
const padding = 128;

/**
 * One instance of the scanner with its memory, which contains the text, then tokens, and space for output.
 * If a text does not fit, the space for text at least doubles, so that views of the memory are seldom renewed.
 */
export class ScanMemory {
  readonly scanner: Scanner;
  /** The memory from the start of the text to the end of the memory. */
  bytes: Buffer = Buffer.alloc(0);
  tokens: Uint32Array = new Uint32Array();
  /** The pieces of a selection, four numbers for each: see assembly/select.ts. */
  pieces: Uint32Array = new Uint32Array();
  #plan: Uint8Array = new Uint8Array();
  /** The selection whose bytes {@link #plan} holds. */
  #selection: Selection | undefined;
  /** The offset of the output from the start of the text. */
  outputAt = 0;
  /** The most bytes of a text that fits without growing the memory. */
  maxTextBytes = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
    this.reserveText(pageBytes / 2);
  }

  /** Makes space for a text of this many bytes. If there was less space before, all content of the memory is lost. */
  reserveText(bytes: number): void {
    if (bytes <= this.maxTextBytes) return;
    const textSpace = 2 ** Math.ceil(Math.log2(bytes + padding));
    const outputAt = textSpace + 4 * this.#capacityOf(textSpace);
    // Called before anything is changed, because it throws if there is not enough memory.
    this.#grow(outputAt + textSpace);
    this.maxTextBytes = textSpace - padding;
    this.outputAt = outputAt;
    this.#view(textSpace);
  }

  /** Makes space for output of this many bytes. The content of the memory is kept. */
  reserveOutput(bytes: number): void {
    if (this.outputAt + bytes <= this.bytes.length) return;
    this.#grow(this.outputAt + bytes);
    this.#view(this.maxTextBytes + padding);
  }

  /**
   * Scans the first `length` bytes of the text down to `depth` levels, and writes the tokens to the memory.
   * Returns what `scan` in assembly/scan.ts returns.
   */
  scan(length: number, depth: number): number {
    const textSpace = this.maxTextBytes + padding;
    const tokensAt = textAt + textSpace;
    const capacity = this.#capacityOf(textSpace);
    return this.scanner.scan(length, depth, tokensAt, capacity);
  }

  /**
   * Finds the pieces of a selection in the map whose opening bracket is token `opening`, and writes them to {@link
   * pieces}. Copies the selection into the memory first, unless the last call had the same one. Returns what `select` in
   * assembly/select.ts returns.
   */
  select(opening: number, selection: Selection): number {
    if (this.#selection !== selection) this.#plan.set(selection.bytes);
    this.#selection = selection;
    const tokensAt = textAt + this.maxTextBytes + padding;
    return this.scanner.select(opening, planAt, tokensAt);
  }

  /**
   * The most tokens and links, of 4 bytes each, that fit into the memory. A text with more of them must be parsed. At most
   * every second token has a link, so one token for 8 bytes of text always fits.
   */
  #capacityOf(textSpace: number): number {
    return (textSpace * 3) / 16 + 512;
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
    this.bytes = Buffer.from(buffer, textAt);
    this.pieces = new Uint32Array(buffer, piecesAt, 4 * maxPieces);
    this.tokens = new Uint32Array(buffer, textAt + textSpace, capacity);
  }
}

/** Creates an instance; undefined if the runtime has no WebAssembly with SIMD. */
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

/** Checks that the module has the expected exports: TypeScript does not know their types. */
function isScanner(exports: object): exports is Scanner {
  return "memory" in exports && "scan" in exports && "select" in exports && "copy" in exports;
}
