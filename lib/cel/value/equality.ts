import { nanosecondsOf } from "./time.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
} from "./value.ts";

/** The operator `a == b`. Null equals only null; other values are compared by the type of `a`. */
export function equalValues(a: CelValue, b: CelValue): boolean | CelError {
  if (a === b && typeof a !== "object") return true;
  if (a === null || b === null) return a === b;
  return equalElements(a, b);
}

/** Compares two values by the type of `a` even if `b` is null, unlike {@link equalValues}: some types then give an error. */
export function equalElements(a: CelValue, b: CelValue): boolean | CelError {
  switch (typeof a) {
    case "string":
    case "boolean":
      return a === b;
    case "number":
    case "bigint":
      return equalNumbers(a, b);
    default:
      return a === null ? b === null : equalObjects(a, b);
  }
}

function equalObjects(a: object & CelValue, b: CelValue): boolean | CelError {
  if (a instanceof CelError) return a;
  if (a instanceof Double || a instanceof Uint) return equalNumbers(a, b);
  if (a instanceof CelList || a instanceof CelMap || a instanceof Opaque) return a.equals(b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanoseconds === b.nanoseconds;
  if (a instanceof Timestamp) {
    return b instanceof Timestamp && nanosecondsOf(a) === nanosecondsOf(b);
  }
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name;
  return equalOptionals(a, b);
}

function equalOptionals(a: Optional, b: CelValue): boolean | CelError {
  if (!(b instanceof Optional)) return false;
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalElements(a.value, b.value);
}

/** A number: an int, a uint or a double. */
type CelNumber = number | bigint | Uint | Double;

/** True for an int, a uint or a double. */
export function isCelNumber(value: CelValue): value is CelNumber {
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Double ||
    value instanceof Uint
  );
}

/**
 * Compares two numbers: negative, zero or positive; NaN if one of them is NaN. If one is a double, the other is rounded
 * to a double.
 */
export function compareNumbers(a: CelNumber, b: CelNumber): number {
  if (a instanceof Double || b instanceof Double) {
    const [x, y] = [floatOf(a), floatOf(b)];
    if (x < y) return -1;
    return x > y ? 1 : x === y ? 0 : Number.NaN;
  }
  const [x, y] = [a instanceof Uint ? a.value : a, b instanceof Uint ? b.value : b];
  return x < y ? -1 : x > y ? 1 : 0;
}

function floatOf(value: CelNumber): number {
  return Number(value instanceof Double || value instanceof Uint ? value.value : value);
}

/** Compares numbers of any types by value. NaN equals no number. */
function equalNumbers(a: CelNumber, b: CelValue): boolean {
  return isCelNumber(b) && compareNumbers(a, b) === 0;
}

/** Compares bytes: negative, zero or positive. The first different byte decides, otherwise the length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (const [index, byte] of a.entries()) {
    const other = b[index];
    if (other === undefined) break;
    if (byte !== other) return byte - other;
  }
  return a.length - b.length;
}
