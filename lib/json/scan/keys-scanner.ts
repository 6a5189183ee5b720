import { isStringOneByteRepresentation } from "node:v8";
import { moduleBytes } from "./keys-module.generated.ts";

/** The exports of the WebAssembly module: see assembly/keys.ts. */
interface KeysModule {
  readonly memory: WebAssembly.Memory;
  readonly begin: () => void;
  readonly narrow: (units: number, from: number) => void;
  readonly advance: (length: number, isLast: boolean) => number;
}

/** Tells whether a key of a text has an escape. Reads the text part by part, so its memory never grows. */
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
   * True if a key of a JSON text has an escape. `text`: a string, or bytes in UTF-8. The result means nothing for a
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
   * Writes the next units of a text after the first `from` bytes of the part, and returns the number of bytes written.
   * Only ASCII characters matter for the result, so a string is copied as it is in memory: encoding it in UTF-8 may
   * cost forty times as much.
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

/** A new instance, or undefined where there is no WebAssembly with SIMD. */
export function newKeysScanner(): KeysScanner | undefined {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()));
    return isKeysModule(exports) ? new KeysScanner(exports) : undefined;
  } catch {
    return undefined;
  }
}

/** The boundary to the module, whose exports have no types of their own. */
function isKeysModule(exports: object): exports is KeysModule {
  return "memory" in exports && "begin" in exports && "narrow" in exports && "advance" in exports;
}

/** Address of a part in the memory: partAt in assembly/keys.ts. */
const partAt = 4096;

/**
 * Address of UTF-16 units in the memory: unitsAt in assembly/keys.ts. Parts and units both fit into the module's one
 * page.
 */
const unitsAt = 24_576;

/** The module reads blocks of 64 bytes, so a part needs one beyond its end. */
const blockBytes = 64;

/** UTF-16 units, or bytes, that are added to a part. */
const partUnits = 16_384;
const partBytes = partUnits + blockBytes;
