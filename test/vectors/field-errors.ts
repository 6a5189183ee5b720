import { isArray, isObject, type JsonValue, member } from "../../lib/json/value.ts";
import type { FieldError } from "../../lib/schema/field-error/field-error.ts";
import { fieldMessage } from "../../lib/schema/field-error/field-message.ts";

/** The texts of an error, of a vector or of ours. */
type ErrorTexts = Readonly<Partial<Record<"type" | "field" | "detail" | "message", JsonValue>>>;

/**
 * Compares errors with the expected ones as multisets of (type, field, detail, value). The value is compared as the message
 * shows it, if the vector has messages and the value is not null, a map or a list: the packages print these from Go types
 * without JSON names, and an empty list as null.
 */
export function differenceOfErrors(
  got: readonly FieldError[],
  expected: JsonValue | undefined,
): string | undefined {
  const wanted = isArray(expected) ? expected.filter(isObject) : [];
  const spell = wanted.some((error) => member(error, "message") === undefined)
    ? withoutValue
    : withScalar;
  const left = wanted.map(spell).sort();
  const right = got
    .map((error) => ({ ...error, message: fieldMessage(error) }))
    .map(spell)
    .sort();
  return left.join("\n") === right.join("\n")
    ? undefined
    : `got [${without(right, left)}], expected [${without(left, right)}]`;
}

function withScalar(error: ErrorTexts): string {
  const message = String(error.message);
  const value = message.slice(`${String(error.field)}: `.length).replace(/^[^:]*: /, "");
  return /^(?:[[{]|null\b)/.test(value) ? withoutValue(error) : `${String(error.type)} ${message}`;
}

function withoutValue({ type, field, detail }: ErrorTexts): string {
  return [type, field, detail].map(String).join(" ");
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
