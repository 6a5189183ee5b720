import { equal } from "../../lib/json/equal.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../lib/json/value.ts";
import { stringify } from "../../lib/json/write.ts";

/** What a vector expects: a map, empty where the vector has none. */
export function expectedOf(vector: JsonObject): JsonObject {
  const expected = member(vector, "expect");
  return isObject(expected) ? expected : {};
}

/** The difference of two values in words, undefined where they are equal. */
export function differenceOfValues(
  what: string,
  got: JsonValue | undefined,
  expected: JsonValue | undefined,
): string | undefined {
  if (equal(got, expected)) return undefined;
  return `${what}: got ${textOf(got)}, expected ${textOf(expected)}`;
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : stringify(value);
}
