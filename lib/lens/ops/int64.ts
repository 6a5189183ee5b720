import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { Float, type JsonValue } from "../../json/value.ts";

/** True for what fits 64 bits. */
export function fitsInt64(integer: bigint): boolean {
  return integer >= minInt64 && integer <= maxInt64;
}

/** The integer that a value is, by its decimal value (1.0 is 1); undefined for others and beyond 64 bits. */
export function integerOf(value: JsonValue): bigint | undefined {
  const number = value instanceof Float ? value.value : value;
  if (typeof number === "number") {
    return Number.isInteger(number) ? inRange(BigInt(number)) : undefined;
  }
  return typeof number === "bigint" ? inRange(number) : undefined;
}

/** An integer as a value: a number where one can hold it. Undefined beyond 64 bits. */
export function integerValue(integer: bigint): number | bigint | undefined {
  const small = Number(integer);
  return Number.isSafeInteger(small) ? small : inRange(integer);
}

function inRange(integer: bigint): bigint | undefined {
  return fitsInt64(integer) ? integer : undefined;
}
