import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { CelError } from "./value.ts";

/** The largest uint. */
export const maxUint64 = 2n ** 64n - 1n;

/**
 * The error for an int beyond 64 bits. Source of these errors:
 * https://github.com/google/cel-go/blob/b02364524316/common/types/err.go.
 */
export const intOverflow = new CelError("integer overflow");
/** The error for a uint below 0 or beyond 64 bits. */
export const uintOverflow = new CelError("unsigned integer overflow");
/** The error for `a / 0` with integers. For doubles the result is infinity. */
export const divisionByZero = new CelError("division by zero");
/** The error for `a % 0`. */
export const modulusByZero = new CelError("modulus by zero");

/** An int in canonical form: a number within ±(2^53 - 1), otherwise a bigint. */
export function intOf(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

/** An int in canonical form, or an overflow error if it is beyond 64 bits. */
export function checkedInt(value: bigint): number | bigint | CelError {
  return value > maxInt64 || value < minInt64 ? intOverflow : intOf(value);
}

/** True for an int, which is a number or a bigint. */
export function isInt(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
