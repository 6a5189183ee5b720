import { moduleBytes } from "./keys-module.generated.ts";

/** What the module gives: see assembly/keys.ts. */
interface KeysModule {
  readonly memory: WebAssembly.Memory;
  readonly begin: () => void;
  readonly advance: (length: number, isLast: boolean) => number;
}

/** Says of texts whether some key holds an escape, part by part, so that its memory never grows. */
export class KeysScanner {
  readonly #module: KeysModule;
  readonly #part: Uint8Array;

  constructor(module: KeysModule) {
    this.#module = module;
    this.#part = new Uint8Array(module.memory.buffer, partAt, partBytes);
  }

  /** True where a key of a JSON text, or of one in UTF-8, holds an escape; of what is not JSON the answer says nothing. */
  holdsEscapedKey(text: string | Uint8Array): boolean {
    const part = this.#part;
    this.#module.begin();
    let rest = 0;
    for (let at = 0; at < text.length; at += partUnits) {
      const length = rest + write(text, at, part.subarray(rest));
      const isLast = at + partUnits >= text.length;
      if (this.#module.advance(length, isLast) !== 0) return true;
      rest = length % blockBytes;
      part.copyWithin(0, length - rest, length);
    }
    return false;
  }
}

/** Writes the units of a part in UTF-8 and gives how many bytes they are. */
function write(text: string | Uint8Array, at: number, to: Uint8Array): number {
  const end = at + partUnits;
  if (typeof text === "string") return encoder.encodeInto(text.slice(at, end), to).written;
  const bytes = text.subarray(at, end);
  to.set(bytes);
  return bytes.length;
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
  return "memory" in exports && "begin" in exports && "advance" in exports;
}

/** Where a part begins in the memory: partAt in assembly/keys.ts. */
const partAt = 4096;

const blockBytes = 64;

/** UTF-16 units, or bytes, of a part: each takes 3 bytes at most, and all of them fit into the module's one page. */
const partUnits = 16_384;
const partBytes = 3 * partUnits + blockBytes;

const encoder = new TextEncoder();
