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

/** `a == b`: null equals only null; other values compare by the type of the left side. */
export function equalValues(a: CelValue, b: CelValue): boolean | CelError {
  if (a === b && typeof a !== "object") return true;
  if (a === null || b === null) return a === b;
  return equalElements(a, b);
}

/** {@link equalValues} without the rule for null: compares items of a schema's lists. */
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

/** A number of any of the three types. */
type CelNumber = number | bigint | Uint | Double;

/** True for a number of any of the three types. */
export function isCelNumber(value: CelValue): value is CelNumber {
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    value instanceof Double ||
    value instanceof Uint
  );
}

/** Negative, zero or positive; NaN where one is NaN. Compared with a double, an integer is rounded to a double. */
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

/** Compares by value across numeric types; NaN equals nothing. */
function equalNumbers(a: CelNumber, b: CelValue): boolean {
  return isCelNumber(b) && compareNumbers(a, b) === 0;
}

/** Negative, zero or positive, by the first byte that differs, then by length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (const [index, byte] of a.entries()) {
    const other = b[index];
    if (other === undefined) break;
    if (byte !== other) return byte - other;
  }
  return a.length - b.length;
}
