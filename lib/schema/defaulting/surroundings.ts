import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";

/** The way from an object's root to a value: a member's name, or undefined for an item of a list. */
export type Steps = readonly (string | undefined)[];

/** The smallest object that has the value at the end of the steps. */
export function surround(value: JsonValue, steps: Steps): JsonValue {
  return steps.reduceRight<JsonValue>(
    (held, step) => (step === undefined ? [held] : { [step]: held }),
    value,
  );
}

/** The value at the end of the steps, undefined where they lead nowhere. */
export function follow(object: JsonValue, steps: Steps): JsonValue | undefined {
  let held: JsonValue | undefined = object;
  for (const step of steps) {
    if (step === undefined) held = isArray(held) ? held[0] : undefined;
    else held = isObject(held) ? member(held, step) : undefined;
  }
  return held;
}
