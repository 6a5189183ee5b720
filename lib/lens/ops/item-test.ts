import { equal } from "../../json/equal.ts";
import { isObject, type JsonValue, member } from "../../json/value.ts";
import type { ItemTest } from "../language/rule.ts";

/** True if an item passes every part of the test. An item that is not a map has no members; a null member is not present. */
export function itemPasses(item: JsonValue, test: ItemTest): boolean {
  const value = isObject(item) ? member(item, test.member) : undefined;
  if (test.present !== undefined && isPresent(value) !== test.present) return false;
  if (test.equals !== undefined && !equal(value, test.equals)) return false;
  return test.in === undefined || test.in.some((one) => equal(value, one));
}

/** True for a value that is neither absent nor null. */
export function isPresent(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null;
}
