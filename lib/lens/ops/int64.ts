import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { Float, type JsonValue } from "../../json/value.ts";

/** True for an integer that fits into 64 bits. */
export function fitsInt64(integer: bigint): boolean {
  return integer >= minInt64 && integer <= maxInt64;
}

/** The integer that a value is equal to (1 for 1.0); undefined if it is not an integer, or one of more than 64 bits. */
export function integerOf(value: JsonValue): bigint | undefined {
  const number = value instanceof Float ? value.value : value;
  if (typeof number === "number") {
    return Number.isInteger(number) ? inRange(BigInt(number)) : undefined;
  }
  return typeof number === "bigint" ? inRange(number) : undefined;
}

/** An integer as a JSON value: a number if it is a safe integer, else a bigint. Undefined beyond 64 bits. */
export function integerValue(integer: bigint): number | bigint | undefined {
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : inRange(integer);
}

function inRange(integer: bigint): bigint | undefined {
  return fitsInt64(integer) ? integer : undefined;
}
