import { type JsonObject, type JsonValue, member } from "./value.ts";

/** A key made ready to be looked up in many maps. */
export interface MapKey {
  readonly key: string;
  /** True for a key that no prototype has: it can be read without asking whose it is. */
  readonly isPlain: boolean;
}

/** Makes a key ready to be looked up in many maps. */
export function mapKey(key: string): MapKey {
  return { key, isPlain: !(key in Object.prototype) };
}

/** The own member of a map under a key. */
export function memberAt(map: JsonObject, { key, isPlain }: MapKey): JsonValue | undefined {
  return isPlain ? map[key] : member(map, key);
}
