import { Float, type JsonValue } from "../json/value.ts";

/** A JSON number of any of its three forms. */
export type JsonNumber = number | bigint | Float;

/** True for a number of any form. */
export function isNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float;
}

/**
 * True for a number that the server holds as int64; false for one it holds as float64. Without tokens `1.0` reads as
 * an integer, as it does once the server has stored it.
 */
export function isInt64(value: JsonNumber): boolean {
  return typeof value === "bigint" || (Number.isSafeInteger(value) && !Object.is(value, -0));
}

/** The number as float64. */
export function float64Of(value: JsonNumber): number {
  return value instanceof Float ? value.value : Number(value);
}

/** An integer as bigint, or a float cut off as {@link truncateToInt64} does. */
export function int64Of(value: JsonNumber): bigint {
  return isInt64(value) && !(value instanceof Float)
    ? BigInt(value)
    : truncateToInt64(float64Of(value));
}

const minInt64 = -(2n ** 63n);

/** A float64 as Go converts it to int64 on amd64: cut off toward zero, -2^63 for everything that does not fit. */
export function truncateToInt64(value: number): bigint {
  return fitsInt64(value) ? BigInt(Math.trunc(value)) : minInt64;
}

/** True for a float64 within the range of int64. */
function fitsInt64(value: number): boolean {
  return value >= -(2 ** 63) && value < 2 ** 63;
}

/**
 * True for a float64 that is an integer of 64 bits by its shortest decimal digits, which are how the server tells:
 * -2^63 is none, its digits are -9223372036854776000.
 */
export function isPrintedInt64(value: number): boolean {
  return Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 63;
}

/**
 * True when the server takes a float64 for an integer: an exact one within ±(2^53 - 1), or a positive one so large
 * that its fraction is below a relative 1e-9.
 * Source: github.com/go-openapi/swag@v0.23.0 convert.go, IsFloat64AJSONInteger.
 */
export function isIntegral(value: number): boolean {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return false;
  const whole = Math.trunc(value);
  if (value === whole) return true;
  return value >= 1 && (value - whole) / (value + whole) < 1e-9;
}
