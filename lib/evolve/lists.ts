import { isArray, isObject, type JsonObject, type JsonValue } from "../json/value.ts";

/** The maps in a list. */
export function mapsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The texts in a list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
