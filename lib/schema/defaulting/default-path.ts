import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";

/** The path from an object's root to a default. Each step is a member's name, or undefined for an item of a list. */
export type DefaultPath = readonly (string | undefined)[];

/** The smallest object with the value at the path. */
export function objectAround(value: JsonValue, path: DefaultPath): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (step === undefined ? [inner] : { [step]: inner }),
    value,
  );
}

/** The value at the path, in the first item of lists; undefined if there is none. */
export function firstValueAt(object: JsonValue, path: DefaultPath): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (step === undefined) value = isArray(value) ? value[0] : undefined;
    else value = isObject(value) ? member(value, step) : undefined;
  }
  return value;
}
