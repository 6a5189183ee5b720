import { deepEqual } from "../../go/equal.ts";
import { float64Of, int64Of, isInt64, isNumber, truncateToInt64 } from "../../go/number.ts";
import { marshal, printFloat, quote } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { type Float, isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { type Fault, faultAt, type Outcome, type Place, pathOf } from "./result.ts";

/**
 * Checks that a value is among those of an enum. A number is first converted to each one's kind, as Go converts: 1.5
 * is 1 to an integer, and the integer 65 is "A" to a string. Null is among none.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/validator.go, basicCommonValidator.
 */
export function checkEnum(
  allowed: JsonValue[],
  value: JsonValue,
  at: Place | undefined,
  outcome: Outcome,
): void {
  if (value !== null && allowed.some((one) => one !== null && equalsConverted(value, one))) return;
  outcome.refuse(() => unsupported(allowed, value, at));
}

function unsupported(allowed: JsonValue[], value: JsonValue, at: Place | undefined): Fault {
  const path = pathOf(at);
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

/** An integer as Go converts it to a string: the character of that number. */
function textOfRune(value: number | bigint | Float): string {
  const code = float64Of(value);
  const valid = code >= 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : "\ufffd";
}

/** A value as Go's `%v` prints it. */
function printValue(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isArray(value)) return `[${value.map(printValue).join(" ")}]`;
  if (isObject(value)) {
    const keys = Object.keys(value).sort(compareText);
    return `map[${keys.map((key) => `${key}:${printValue(member(value, key) ?? null)}`).join(" ")}]`;
  }
  return isNumber(value) && !isInt64(value) ? printFloat(float64Of(value)) : String(value);
}
