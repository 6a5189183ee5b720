/**
 * The one value type of every room: what a JSON text can hold, exactly as kube-apiserver reads it.
 *
 * - `number`: an integer within ±2^53, or any other number as the float64 that the server sees.
 * - `bigint`: an integer of 64 bits beyond ±2^53, never anything smaller.
 * - {@link Float}: a number with its spelling; only `parse(text, { tokens: true })` makes one.
 * - Maps own all their keys, `__proto__` and `constructor` among them: read them with {@link member}.
 */
export type JsonValue = null | boolean | number | bigint | string | Float | JsonArray | JsonObject;

export type JsonArray = readonly JsonValue[];

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A value that counts by its text: an instance of it is neither list nor map. */
abstract class Spelled {}

/** A number that the server holds as float64, with the text it was written as (`1.0` is no `1` to CEL and to some keywords). */
export class Float extends Spelled {
  readonly text: string;
  readonly value: number;

  constructor(text: string) {
    super();
    this.text = text;
    this.value = Number(text);
  }
}

/**
 * Members of a sparse map that nobody reads, one after another: from the first key's opening quote to the end of the last
 * value, offsets into the text. It passes for a value among those who only hand it on; see {@link unread}.
 */
export class Unread extends Spelled {
  readonly start: number;
  readonly end: number;

  constructor(start: number, end: number) {
    super();
    this.start = start;
    this.end = end;
  }
}

/** A part of a text in a value's place. Whoever looks into values must not be given one. */
export function unread(start: number, end: number): JsonValue {
  const opaque: unknown = new Unread(start, end);
  return opaque as JsonValue;
}

/** True for a map; arrays, null, {@link Float} and {@link Unread} are none. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Spelled)
  );
}

/** True for a list. */
export function isArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The own member of a map, or undefined where it is absent: never what a prototype has under that name. */
export function member(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A map under construction. `__proto__` is a key like any other: write members with {@link assign}. */
export type MutableJsonObject = Record<string, JsonValue>;

/** Sets an own member, whatever its name. */
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
