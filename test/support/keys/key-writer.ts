import type { Random } from "./random.ts";

/** The parts of keys, as spelled in JSON: plain characters, and escapes of all forms. */
const atoms = [
  ...["a", "b", "n", "t", "u", "x", "0", "1", "é", "€", "𝄞", "{", ":", ","],
  ...["\\\\", '\\"', "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"],
  ...["\\u0000", "\\u001f", "\\u0061", "\\u0041", "\\u005c", "\\u005C", "\\u0022", "\\u0031"],
  ...["\\u00e9", "\\u20AC", "\\ud834\\udd1e", "\\ud834", "\\udd1e"],
] as const;

/** Keys that JavaScript or managedFields treat specially, or that look like array indexes. */
const special = [
  ...["\\u005f_proto__", "__proto\\u005f_", "__proto__", "\\u0063onstructor", "constructor"],
  ...["\\u0031", "\\u00310", "1", "10", "0", "\\u0030", "4294967294", "\\u002d1", ""],
  ...['k:{\\"name\\":\\"a\\"}', 'v:\\"a/b\\"', ".", "f:spec"],
] as const;

/** Spells keys. A fault of V8's parser confuses a key with another whose spelling begins with the text that the first one means. */
export class KeyWriter {
  readonly #random: Random;
  /** The last spellings, to be used again. */
  readonly #recent: string[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  /** The spelling of a random key, without quotes. */
  next(): string {
    const random = this.#random;
    const recent = this.#recent.length > 0 && random.once(2) ? random.of(this.#recent) : undefined;
    const spelling = recent === undefined ? this.#fresh() : this.#like(recent);
    this.#recent.push(spelling);
    if (this.#recent.length > 40) this.#recent.shift();
    return spelling;
  }

  /** A spelling of a key, with some of its UTF-16 units as escapes. */
  respelled(key: string): string {
    const units = Array.from({ length: key.length }, (_, at) => key.charCodeAt(at));
    return units
      .map((unit, at) => {
        const isPlain = unit >= 0x20 && unit < 0x7f && unit !== 0x22 && unit !== 0x5c;
        return isPlain && !this.#random.once(3) ? key.charAt(at) : escapeOf(unit);
      })
      .join("");
  }

  #fresh(): string {
    const random = this.#random;
    if (random.once(6)) return random.of(special);
    return random.of(atoms) + random.times(4, () => random.of(atoms)).join("");
  }

  /** The same spelling, another spelling of the same key, or a spelling of the key that is the beginning of this spelling. */
  #like(spelling: string): string {
    const key = readKey(spelling);
    const way = this.#random.below(4);
    if (way === 0) return spelling;
    if (way === 1) return this.respelled(key);
    return this.respelled(spelling.slice(0, Math.max(1, key.length)));
  }
}

function escapeOf(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

const short: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** The key that a spelling means. */
export function readKey(spelling: string): string {
  return spelling.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gu, (_, hex, char) =>
    hex === undefined ? (short[char] ?? char) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
