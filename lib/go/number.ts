import { minInt64 } from "../json/numbers.ts";
import { Float, type JsonValue } from "../json/value.ts";

/** A JSON number in any of the three types that hold one. */
export type JsonNumber = number | bigint | Float;

/** True for a number of any of the three types. */
export function isNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

/**
 * True for a number that the API server holds as int64, false for one that it holds as float64. `1.0` gives false only if it
 * was parsed with `tokens` and so is a {@link Float}; otherwise it is the number 1, as the server stores it.
 */
export function isInt64(value: JsonNumber): boolean {
  return typeof value === "bigint" || (Number.isSafeInteger(value) && !Object.is(value, -0));
}

/** Converts a number to float64. */
export function float64Of(value: JsonNumber): number {
  return value instanceof Float ? value.value : Number(value);
}

/** Converts a number to int64. A float is truncated as in {@link truncateToInt64}. */
export function int64Of(value: JsonNumber): bigint {
  return isInt64(value) && !(value instanceof Float)
    ? BigInt(value)
    : truncateToInt64(float64Of(value));
}

/** Converts a float64 to int64 as Go does on amd64: truncated toward zero; -2^63 if it does not fit. */
export function truncateToInt64(value: number): bigint {
  return fitsInt64(value) ? BigInt(Math.trunc(value)) : minInt64;
}

/** True for a float64 in the range of int64. */
function fitsInt64(value: number): boolean {
  return value >= -(2 ** 63) && value < 2 ** 63;
}

/**
 * True for a float64 whose shortest decimal form is an integer of 64 bits: the API server tests this form, not the value.
 * False for -2^63, whose decimal form is -9223372036854776000.
 */
export function isPrintedInt64(value: number): boolean {
  return Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 63;
}

/**
 * True if the API server treats a float64 as an integer: it is a whole number within ±(2^53 - 1), or it is at least 1 and
 * its fraction is less than 1e-9 of the sum of the number and its whole part.
 * Source: https://github.com/go-openapi/swag/blob/v0.23.0/convert.go, IsFloat64AJSONInteger.
 */
export function isIntegral(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  return value >= 1 && (value - whole) / (value + whole) < 1e-9;
}
