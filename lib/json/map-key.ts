import { type JsonObject, type JsonValue, member } from "./value.ts";

/** A key that is prepared for reading it quickly from many maps. */
export interface MapKey {
  readonly key: string;
  /** True if Object.prototype does not have the key, so that `map[key]` can't find an inherited member. */
  readonly isPlain: boolean;
}

/** Prepares a key for reading it quickly from many maps. */
export function mapKey(key: string): MapKey {
  return { key, isPlain: !(key in Object.prototype) };
}

/** The own member of a map with the key; undefined if it is absent. */
export function memberAt(map: JsonObject, { key, isPlain }: MapKey): JsonValue | undefined {
  return isPlain ? map[key] : member(map, key);
}
