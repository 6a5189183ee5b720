import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { intOf, isInt, maxUint64 } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { CelError, type CelValue, Double, Uint } from "../value/value.ts";
import type { PlanStep } from "./frame.ts";

/** Tests whether a list of constants contains a value. */
type IsMember = (value: CelValue) => boolean;

/**
 * Prepares `a in [1, 2, 3]` as a test in a set, which costs nothing. False for an empty list; undefined for a list that
 * contains a value other than a scalar, and for a value that is not a list. A number also equals the same number of another type.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/decorators.go maybeOptimizeSetMembership.
 */
export function membershipTest(list: CelValue): IsMember | false | undefined {
  if (!(list instanceof ValueList)) return undefined;
  if (list.size() === 0) return false;
  const known = new Set<string | boolean>();
  for (const item of list.items) {
    const keys = [...keysOf(item)];
    if (keys.length === 0) return undefined;
    for (const key of keys) known.add(key);
  }
  return (value) => {
    const key = membershipKey(value);
    return key !== undefined && known.has(key);
  };
}

/** The step that tests whether another step's value is in a set. */
export function setMembership(value: PlanStep, isMember: IsMember): PlanStep {
  return (frame) => {
    const item = value(frame);
    return item instanceof CelError ? item : isMember(item);
  };
}

/** A key for a scalar, by type and value. Undefined for any other value, and for NaN, which equals no value. */
function membershipKey(value: CelValue): string | boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return `s${value}`;
  if (isInt(value)) return `i${value}`;
  if (value instanceof Uint) return `u${value.value}`;
  return value instanceof Double && !Number.isNaN(value.value) ? doubleKey(value.value) : undefined;
}

/** The key of a double, which is the same for 0.0 and -0.0. */
function doubleKey(value: number): string {
  return `d${value === 0 ? 0 : value}`;
}

/** The keys of all values that equal a constant, in each numeric type. NaN gives a key that no value has. */
function* keysOf(value: CelValue): Generator<string | boolean> {
  const own = membershipKey(value);
  if (own !== undefined) yield own;
  else if (value instanceof Double) yield "NaN";
  const whole = wholeOf(value);
  if (whole === undefined) return;
  if (!(value instanceof Double)) yield doubleKey(Number(whole));
  if (whole >= minInt64 && whole <= maxInt64) yield `i${intOf(whole)}`;
  if (whole >= 0n && whole <= maxUint64) yield `u${whole}`;
}

function wholeOf(value: CelValue): bigint | undefined {
  if (isInt(value)) return BigInt(value);
  if (value instanceof Uint) return BigInt(value.value);
  return value instanceof Double && Number.isInteger(value.value) ? BigInt(value.value) : undefined;
}
