import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";

/** The path from an object's root to a default. A step is a member's name, or undefined for an item of a list. */
export type DefaultPath = readonly (string | undefined)[];

/** The smallest object that has the value at the path. */
export function objectWithValueAt(value: JsonValue, path: DefaultPath): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (step === undefined ? [inner] : { [step]: inner }),
    value,
  );
}

/** The value at the path, following the first item of each list; undefined if there is no value. */
export function firstValueAt(object: JsonValue, path: DefaultPath): JsonValue | undefined {
  let value: JsonValue | undefined = object;
  for (const step of path) {
    if (step === undefined) value = isArray(value) ? value[0] : undefined;
    else value = isObject(value) ? member(value, step) : undefined;
  }
  return value;
}
