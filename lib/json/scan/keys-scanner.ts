import { isStringOneByteRepresentation } from "node:v8";
import { moduleBytes } from "./keys-module.generated.ts";

/** The exports of the WebAssembly module that assembly/keys.ts is compiled to. */
interface KeysModule {
  readonly memory: WebAssembly.Memory;
  readonly begin: () => void;
  readonly narrow: (units: number, from: number) => void;
  readonly advance: (length: number, isLast: boolean) => number;
}

/** Finds out whether a key of a text has an escape. Reads the text in parts, so that its memory does not grow. */
export class KeysScanner {
  readonly #module: KeysModule;
  readonly #part: Buffer;
  readonly #units: Buffer;

  constructor(module: KeysModule) {
    const { buffer } = module.memory;
    this.#module = module;
    this.#part = Buffer.from(buffer, partAt, partBytes);
    this.#units = Buffer.from(buffer, unitsAt, 2 * partUnits);
  }

  /**
   * True if a key of a JSON text has an escape. `text` is a string, or bytes in UTF-8. The result is meaningless for a
   * text that is not JSON.
   */
  holdsEscapedKey(text: string | Uint8Array): boolean {
    const part = this.#part;
    this.#module.begin();
    let rest = 0;
    for (let at = 0; at < text.length; at += partUnits) {
      const length = rest + this.#write(text, at, rest);
      const isLast = at + partUnits >= text.length;
      if (this.#module.advance(length, isLast) !== 0) return true;
      rest = length % blockBytes;
      part.copyWithin(0, length - rest, length);
    }
    return false;
  }

  /**
   * Writes the next units of a text after the first `from` bytes of the part. Returns the number of bytes written. Only
   * ASCII characters affect the result, so a string's UTF-16 units are copied as they are in memory: encoding them in
   * UTF-8 could take forty times as long.
   */
  #write(text: string | Uint8Array, at: number, from: number): number {
    const end = at + partUnits;
    if (typeof text === "string") {
      const chars = text.slice(at, end);
      if (isStringOneByteRepresentation(chars)) return this.#part.write(chars, from, "latin1");
      const units = this.#units.write(chars, "utf16le") / 2;
      this.#module.narrow(units, from);
      return units;
    }
    const bytes = text.subarray(at, end);
    this.#part.set(bytes, from);
    return bytes.length;
  }
}

/** Creates a scanner; undefined if the runtime has no WebAssembly with SIMD. */
export function newKeysScanner(): KeysScanner | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
    return isKeysModule(exports) ? new KeysScanner(exports) : undefined;
  } catch {
    return undefined;
  }
}

/** Checks that the module has the expected exports: TypeScript does not know their types. */
function isKeysModule(exports: object): exports is KeysModule {
  return "memory" in exports && "begin" in exports && "narrow" in exports && "advance" in exports;
}

/** The address of a part in the module's memory: partAt in assembly/keys.ts. */
const partAt = 4096;

/**
 * The address of UTF-16 units in the module's memory: unitsAt in assembly/keys.ts. Parts and units fit into the
 * module's single page.
 */
const unitsAt = 24_576;

/** The bytes of a block. The module reads whole blocks, so a part needs one block of space after its end. */
const blockBytes = 64;

/** The UTF-16 units or bytes of a text that are added to a part at once. */
const partUnits = 16_384;
const partBytes = partUnits + blockBytes;
