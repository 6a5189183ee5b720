import { type JsonObject, type JsonValue, member } from "./value.ts";

/** A key prepared for fast reads from many maps. */
export interface MapKey {
  readonly key: string;
  /** True if Object.prototype lacks the key, so that a plain read can't find an inherited member. */
  readonly isPlain: boolean;
}

/** Prepares a key for fast reads from many maps. */
export function mapKey(key: string): MapKey {
  return { key, isPlain: !(key in Object.prototype) };
}

/** The own member of a map under a key. */
export function memberAt(map: JsonObject, { key, isPlain }: MapKey): JsonValue | undefined {
  return isPlain ? map[key] : member(map, key);
}
