import { compareText } from "../../go/text-order.ts";
import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { compareBytes, compareNumbers, isCelNumber } from "../value/equality.ts";
import {
  checkedInt,
  divisionByZero,
  intOverflow,
  isInt,
  maxUint64,
  modulusByZero,
  uintOverflow,
} from "../value/int.ts";
import { checkedDuration, nanosecondsOf, plusNanoseconds } from "../value/time.ts";
import {
  CelError,
  CelList,
  type CelValue,
  Double,
  Duration,
  errorOr,
  noSuchOverload,
  Timestamp,
  Uint,
} from "../value/value.ts";

/**
 * The error for a left operand that an operator does not support. As in cel-go it names the operator, except for a string, a
 * duration or a timestamp.
 */
function noOperator(operator: string, left: CelValue): CelError {
  const isUnnamed =
    typeof left === "string" || left instanceof Duration || left instanceof Timestamp;
  return isUnnamed ? noSuchOverload : new CelError(`no such overload: ${operator}`);
}

/** An operation on two integers of unlimited size. The caller checks the range of the result. */
type ExactOperation = (a: bigint, b: bigint) => bigint;

function ints(a: number | bigint, b: number | bigint, exact: ExactOperation): CelValue {
  return checkedInt(exact(BigInt(a), BigInt(b)));
}

function uints(a: Uint, b: CelValue, exact: ExactOperation): CelValue {
  if (!(b instanceof Uint)) return errorOr(b);
  const result = exact(a.value, b.value);
  return result < 0n || result > maxUint64 ? uintOverflow : new Uint(result);
}

function applyToDoubles(a: Double, b: CelValue, apply: (a: number, b: number) => number): CelValue {
  return b instanceof Double ? new Double(apply(a.value, b.value)) : errorOr(b);
}

/** The operator `a + b`. */
export function addCelValues(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    return Number.isSafeInteger(sum) ? sum : ints(a, b, (x, y) => x + y);
  }
  if (typeof a === "string") return typeof b === "string" ? a + b : errorOr(b);
  if (isInt(a)) return isInt(b) ? ints(a, b, (x, y) => x + y) : errorOr(b);
  if (a instanceof CelList) return b instanceof CelList ? a.concat(b) : errorOr(b);
  if (a instanceof Double) return applyToDoubles(a, b, (x, y) => x + y);
  if (a instanceof Uint) return uints(a, b, (x, y) => x + y);
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? joinBytes(a, b) : errorOr(b);
  if (a instanceof Duration) return addToDuration(a, b);
  if (a instanceof Timestamp) {
    return b instanceof Duration ? plusNanoseconds(a, b.nanoseconds) : errorOr(b);
  }
  return noOperator("_+_", a);
}

function addToDuration(a: Duration, b: CelValue): CelValue {
  if (b instanceof Timestamp) return plusNanoseconds(b, a.nanoseconds);
  return b instanceof Duration ? checkedDuration(a.nanoseconds + b.nanoseconds) : errorOr(b);
}

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

/** The operator `a - b`. */
export function subtract(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    return Number.isSafeInteger(difference) ? difference : ints(a, b, (x, y) => x - y);
  }
  if (isInt(a)) return isInt(b) ? ints(a, b, (x, y) => x - y) : errorOr(b);
  if (a instanceof Double) return applyToDoubles(a, b, (x, y) => x - y);
  if (a instanceof Uint) return uints(a, b, (x, y) => x - y);
  if (a instanceof Duration) {
    return b instanceof Duration ? checkedDuration(a.nanoseconds - b.nanoseconds) : errorOr(b);
  }
  return a instanceof Timestamp ? subtractFromTimestamp(a, b) : noOperator("_-_", a);
}

function subtractFromTimestamp(a: Timestamp, b: CelValue): CelValue {
  if (b instanceof Timestamp) return checkedDuration(nanosecondsOf(a) - nanosecondsOf(b));
  if (!(b instanceof Duration)) return errorOr(b);
  return b.nanoseconds === minInt64 ? intOverflow : plusNanoseconds(a, -b.nanoseconds);
}

/** The operator `a * b`. */
export function multiply(a: CelValue, b: CelValue): CelValue {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b + 0;
    return Number.isSafeInteger(product) ? product : ints(a, b, (x, y) => x * y);
  }
  if (isInt(a)) return isInt(b) ? ints(a, b, (x, y) => x * y) : errorOr(b);
  if (a instanceof Double) return applyToDoubles(a, b, (x, y) => x * y);
  return a instanceof Uint ? uints(a, b, (x, y) => x * y) : noOperator("_*_", a);
}

/** The operator `a / b`. For integers, the result is truncated toward zero. */
export function divide(a: CelValue, b: CelValue): CelValue {
  if (isInt(a)) {
    if (!isInt(b)) return errorOr(b);
    if (b === 0) return divisionByZero;
    if (typeof a === "number" && typeof b === "number") return Math.trunc(a / b) + 0;
    return ints(a, b, (x, y) => x / y);
  }
  if (a instanceof Double) return applyToDoubles(a, b, (x, y) => x / y);
  if (!(a instanceof Uint)) return noOperator("_/_", a);
  return isZeroUint(b) ? divisionByZero : uints(a, b, (x, y) => x / y);
}

/** The operator `a % b`. The result has the sign of `a`. */
export function modulo(a: CelValue, b: CelValue): CelValue {
  if (isInt(a)) {
    if (!isInt(b)) return errorOr(b);
    if (b === 0) return modulusByZero;
    if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
    return BigInt(a) === minInt64 && b === -1 ? intOverflow : ints(a, b, (x, y) => x % y);
  }
  if (!(a instanceof Uint)) return noOperator("_%_", a);
  return isZeroUint(b) ? modulusByZero : uints(a, b, (x, y) => x % y);
}

function isZeroUint(value: CelValue): boolean {
  return value instanceof Uint && value.value === 0n;
}

/** The operator `-a`. An error for an overflow and for values without a sign. */
export function negate(a: CelValue): CelValue {
  if (typeof a === "number") return 0 - a;
  if (typeof a === "bigint") return a === minInt64 ? intOverflow : checkedInt(-a);
  if (a instanceof Double) return new Double(-a.value);
  if (a instanceof Duration) return checkedDuration(-a.nanoseconds);
  return typeof a === "boolean" ? noSuchOverload : noOperator("-_", a);
}

/** Compares two values: negative, zero or positive. An error for values that have no order. */
export function compareCelValues(a: CelValue, b: CelValue): number | CelError {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (isCelNumber(a)) {
    if (!isCelNumber(b)) return errorOr(b);
    const order = compareNumbers(a, b);
    return Number.isNaN(order) ? new CelError("NaN values cannot be ordered") : order;
  }
  if (typeof a === "string") return typeof b === "string" ? compareText(a, b) : errorOr(b);
  if (typeof a === "boolean") return typeof b === "boolean" ? Number(a) - Number(b) : errorOr(b);
  if (a instanceof Timestamp) {
    return b instanceof Timestamp ? compareBigInts(nanosecondsOf(a), nanosecondsOf(b)) : errorOr(b);
  }
  if (a instanceof Duration) {
    return b instanceof Duration ? compareBigInts(a.nanoseconds, b.nanoseconds) : errorOr(b);
  }
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? compareBytes(a, b) : errorOr(b);
  return new CelError("no such overload: _<_");
}

function compareBigInts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** True for a value of a type whose values have an order. */
export function isComparable(value: CelValue): boolean {
  return (
    isCelNumber(value) ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    value instanceof Timestamp ||
    value instanceof Duration ||
    value instanceof Uint8Array
  );
}

/** Creates a comparison operator such as `<`. */
export function comparison(
  operator: string,
  holds: (order: number) => boolean,
): (a?: CelValue, b?: CelValue) => CelValue {
  return (a = null, b = null) => {
    if (typeof a === "number" && typeof b === "number") return holds(a - b);
    if (!isComparable(a)) return new CelError(`no such overload: ${operator}`);
    const result = compareCelValues(a, b);
    return result instanceof CelError ? result : holds(result);
  };
}

/** Converts a double to int, truncated toward zero. An overflow error for -2^63 and below, and for 2^63 and above. */
export function doubleToInt(value: number): CelValue {
  const fits = value > -(2 ** 63) && value < 2 ** 63;
  return fits ? checkedInt(BigInt(Math.trunc(value))) : intOverflow;
}

/** Converts a double to uint, truncated toward zero. An overflow error below 0, and for 2^64 and above. */
export function doubleToUint(value: number): CelValue {
  return value >= 0 && value < 2 ** 64 ? new Uint(BigInt(Math.trunc(value))) : uintOverflow;
}

/** Converts a uint to int. An overflow error beyond 2^63-1. */
export function uintToInt({ value }: Uint): CelValue {
  return value > maxInt64 ? intOverflow : checkedInt(value);
}
