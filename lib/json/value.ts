/**
 * What a JSON text can contain, exactly as kube-apiserver reads it. All of `lib` uses this type.
 *
 * - `number`: an integer within ±(2^53 - 1), or the float64 that kube-apiserver reads from a number that is not an int64.
 * - `bigint`: an integer of 64 bits beyond ±(2^53 - 1), never a smaller one.
 * - {@link Float}: a number with its text; only `parse(text, { tokens: true })` creates one.
 * - Maps may have any key, `__proto__` and `constructor` too: read members with {@link member}.
 */
export type JsonValue = null | boolean | number | bigint | string | Float | JsonArray | JsonObject;

/** A list. */
export type JsonArray = readonly JsonValue[];

/** A map. It may have any key, even `__proto__`: read members with {@link member}. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A number that kube-apiserver holds as float64, with its text. CEL and some schema keywords distinguish `1.0` from `1`.
 */
export class Float {
  readonly text: string;
  readonly value: number;

  constructor(text: string) {
    this.text = text;
    this.value = Number(text);
  }
}

/** True for a map; false for arrays, null and {@link Float}. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float)
  );
}

/** True for a list. */
export function isArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The own member of a map; undefined if it is absent. Never returns an inherited member. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A map whose members can be assigned. Use {@link assign}, since `__proto__` is an ordinary key. */
export type MutableJsonObject = Record<string, JsonValue>;

/** Sets an own member with any key, even `__proto__`. */
export function assign(object: MutableJsonObject, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else {
    object[key] = value;
  }
}

/** True for a map without members; faster than counting its keys. */
export function isEmptyMap(map: JsonObject): boolean {
  for (const _ in map) return false;
  return true;
}
