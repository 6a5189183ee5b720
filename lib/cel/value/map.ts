import { printFloat } from "../../go/print.ts";
import { maxInt64 } from "../../json/numbers.ts";
import { equalValues } from "./equality.ts";
import { isInt } from "./int.ts";
import { CelError, CelMap, type CelValue, Double, Uint } from "./value.ts";

/** Identifies a key by type and value: keys of different types differ, as in Go's maps. */
function keyIdentity(key: CelValue): string | object | null {
  if (typeof key === "string") return `s${key}`;
  if (isInt(key)) return `i${key}`;
  if (typeof key === "boolean") return `b${key}`;
  if (key instanceof Uint) return `u${key.value}`;
  if (key instanceof Double) return `d${key.value + 0}`;
  return key;
}

/** A map that an expression creates. */
export class ValueMap extends CelMap {
  readonly #entries: Map<string | object | null, readonly [CelValue, CelValue]>;

  constructor(entries: Iterable<readonly [CelValue, CelValue]>) {
    super();
    const map = new Map<string | object | null, readonly [CelValue, CelValue]>();
    for (const entry of entries) map.set(keyIdentity(entry[0]), entry);
    this.#entries = map;
  }

  size(): number {
    return this.#entries.size;
  }

  find(key: CelValue): CelValue | undefined {
    const found = this.#entries.get(keyIdentity(key));
    if (found !== undefined) return found[1];
    for (const twin of equalKeysOf(key)) {
      const entry = this.#entries.get(twin);
      if (entry !== undefined) return entry[1];
    }
    return undefined;
  }

  *keys(): Iterable<CelValue> {
    for (const [key] of this.#entries.values()) yield key;
  }

  equals(other: CelValue): boolean | CelError {
    if (!(other instanceof CelMap) || this.size() !== other.size()) return false;
    for (const [key, value] of this.#entries.values()) {
      const found = other.find(key);
      if (found === undefined || equalValues(value, found) === false) return false;
    }
    return true;
  }

  /**
   * Adds an entry to the map itself; an error for a key that exists already. Used only while a macro builds the map.
   */
  insert(key: CelValue, value: CelValue): ValueMap | CelError {
    if (this.find(key) !== undefined) {
      return new CelError(`insert failed: key ${showKey(key)} already exists`);
    }
    this.#entries.set(keyIdentity(key), [key, value]);
    return this;
  }
}

/** The identities of the int and uint keys that have the same value as a number of another type. */
function equalKeysOf(key: CelValue): readonly string[] {
  if (key instanceof Double) {
    const { value } = key;
    if (!Number.isInteger(value)) return [];
    return [`i${BigInt(value)}`, `u${BigInt(value)}`];
  }
  if (isInt(key)) return key >= 0 ? [`u${key}`] : [];
  return key instanceof Uint && key.value <= maxInt64 ? [`i${key.value}`] : [];
}

/** A key as errors print it. Null is 0, as Go prints its number in an enumeration. */
export function showKey(key: CelValue): string {
  if (key === null) return "0";
  if (key instanceof Uint) return String(key.value);
  if (key instanceof Double) return showDouble(key.value);
  return typeof key === "string" || typeof key === "boolean" || isInt(key) ? String(key) : "";
}

/** A double as Go prints it with `%v` and `%g`. */
export function showDouble(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  return printFloat(value);
}
