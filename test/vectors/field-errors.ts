import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../lib/json/value.ts";
import type { FieldError } from "../../lib/schema/field-error/field-error.ts";

/**
 * Compares errors with the expected ones as multisets of (type, field), and with DETAILS in the environment also of
 * their details.
 */
export function differenceOfErrors(
  got: readonly FieldError[],
  expected: JsonValue | undefined,
): string | undefined {
  const wanted = isArray(expected) ? expected.filter(isObject) : [];
  const left = wanted.map(spell).sort();
  const right = got.map(({ type, field, detail }) => spell({ type, field, detail })).sort();
  return left.join("\n") === right.join("\n")
    ? undefined
    : `got [${without(right, left)}], expected [${without(left, right)}]`;
}

function spell(error: JsonObject): string {
  const key = `${String(member(error, "type"))} ${String(member(error, "field"))}`;
  return process.env["DETAILS"] === undefined ? key : `${key} ${String(member(error, "detail"))}`;
}

function without(list: readonly string[], others: readonly string[]): string {
  const rest = [...others];
  return list
    .filter((text) => {
      const index = rest.indexOf(text);
      if (index >= 0) rest.splice(index, 1);
      return index < 0;
    })
    .join(", ");
}

/** {@link differenceOfErrors} with a prefix that names what is compared. */
export function errorDifference(
  what: string,
  got: readonly FieldError[],
  expected: JsonValue | undefined,
): string | undefined {
  const difference = differenceOfErrors(got, expected);
  return difference === undefined ? undefined : `${what}: ${difference}`;
}
