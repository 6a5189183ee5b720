import { deepEqual } from "../../go/equal.ts";
import { float64Of, int64Of, isInt64, isNumber, truncateToInt64 } from "../../go/number.ts";
import { marshal, printValue, quote } from "../../go/print.ts";
import type { Float, JsonValue } from "../../json/value.ts";
import {
  faultAt,
  type NodeResult,
  printedPath,
  type ValidationFault,
  type ValuePath,
} from "./result.ts";

/**
 * Checks that a value is one of the values of an enum. A number is converted to the type of each enum value first, as
 * in Go: 1.5 equals the integer 1, and the integer 65 equals the string "A". Null equals no value.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/validator.go,
 * basicCommonValidator.
 */
export function checkEnum(
  allowed: JsonValue[],
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  if (value !== null && allowed.some((one) => one !== null && equalsConverted(value, one))) return;
  outcome.refuse("enum", at, () => unsupportedValue(allowed, value, at));
}

function unsupportedValue(
  allowed: JsonValue[],
  value: JsonValue,
  at: ValuePath | undefined,
): ValidationFault {
  const path = printedPath(at);
  const printed = allowed.map((one) => printValue(one)).join(" ");
  const names = allowed.map((one) => quote(typeof one === "string" ? one : marshal(one)));
  return faultAt(path, `${path} in body should be one of [${printed}]`, {
    type: "FieldValueNotSupported",
    detail: `supported values: ${names.join(", ")}`,
    badValue: value,
  });
}

function equalsConverted(value: JsonValue, allowed: JsonValue): boolean {
  if (!isNumber(value)) return deepEqual(value, allowed);
  if (typeof allowed === "string") return isInt64(value) && textOfRune(value) === allowed;
  if (!isNumber(allowed)) return false;
  if (!isInt64(allowed)) return float64Of(value) === float64Of(allowed);
  return (isInt64(value) ? int64Of(value) : truncateToInt64(float64Of(value))) === int64Of(allowed);
}

/** Converts an integer to a string as Go does: to the character with this code point. */
function textOfRune(value: number | bigint | Float): string {
  const code = float64Of(value);
  const valid = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : "\ufffd";
}
