import { Float } from "../../json/value.ts";
import {
  fitsInt64,
  float64Of,
  int64Of,
  isInt64,
  isIntegral,
  type JsonNumber,
  truncateToInt64,
} from "../go-number.ts";
import { printFloat } from "../go-print.ts";
import { faultAt, type Outcome, type Place, pathOf, rootFault } from "./result.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * Checks a number's range and bounds. An integer is compared with the bound cut off to an integer, a float with the
 * bound itself; a bound that the type cannot hold is a fault of its own, for the whole object.
 * Source: k8s.io/kube-openapi@v0.0.0-20260317180543-43fb72c5454a pkg/validation/validate/validator.go, numberValidator.
 */
export function checkNumber(
  node: SchemaNode,
  value: JsonNumber,
  at: Place | undefined,
  outcome: Outcome,
): void {
  outcome.matches++;
  const type = node.types.length === 1 ? (node.types[0] ?? "") : "";
  const check: Check = { value, range: { type, format: node.format }, at, outcome };
  refuseBeyondRange("Checked", value, check);
  if (node.numbers === undefined) return;
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node.numbers;
  if (multipleOf !== undefined) checkMultiple(multipleOf, check);
  if (minimum !== undefined) checkMinimum(minimum, exclusiveMinimum, check);
  if (maximum !== undefined) checkMaximum(maximum, exclusiveMaximum, check);
}

/** The check of one value. */
interface Check {
  readonly value: JsonNumber;
  readonly range: Range;
  readonly at: Place | undefined;
  readonly outcome: Outcome;
}

/** What a node's type and format can hold. */
interface Range {
  readonly type: string;
  readonly format: string;
}

/** True when a number, the value or a bound, is within the range; else that is a fault for the whole object. */
function refuseBeyondRange(what: string, number: JsonNumber, check: Check): boolean {
  const { range, at, outcome } = check;
  if (holds(range, number)) return true;
  const format = range.format === "" ? "(default format)" : `with format ${range.format}`;
  outcome.refuse(() =>
    rootFault(`${what} value must be of type ${range.type} ${format} in ${pathOf(at)}`),
  );
  return false;
}

function holds(range: Range, number: JsonNumber): boolean {
  const float = float64Of(number);
  if (range.type === "number") return range.format !== "float" || isFinite32(float);
  if (range.type !== "integer") return true;
  if (!isInt64(number) && !(Number.isInteger(float) && fitsInt64(float))) return false;
  return range.format !== "int32" || (float >= -(2 ** 31) && float < 2 ** 31);
}

function isFinite32(float: number): boolean {
  return Number.isFinite(Math.fround(float));
}

function checkMaximum(maximum: number, exclusive: boolean, check: Check): void {
  const comparison = comparable(maximum, "Maximum boundary", check);
  const { value, bound } = comparison;
  if (exclusive ? value < bound : value <= bound) return;
  refuse(`should be less than ${exclusive ? "" : "or equal to "}`, comparison, check);
}

function checkMinimum(minimum: number, exclusive: boolean, check: Check): void {
  const comparison = comparable(minimum, "Minimum boundary", check);
  const { value, bound } = comparison;
  if (exclusive ? value > bound : value >= bound) return;
  refuse(`should be greater than ${exclusive ? "" : "or equal to "}`, comparison, check);
}

function checkMultiple(multipleOf: number, check: Check): void {
  const comparison = comparable(multipleOf, "MultipleOf", check);
  const { bound: factor } = comparison;
  if (factor <= 0) {
    const { at, outcome } = check;
    outcome.refuse(() => {
      const sentence = `factor MultipleOf declared for ${pathOf(at)} must be positive: ${textOf(comparison)}`;
      return faultAt(pathOf(at), sentence, { badValue: jsonNumber(factor) });
    });
  } else if (!isMultiple(comparison)) {
    refuse("should be a multiple of ", comparison, check);
  }
}

/** A value and a bound of it, both int64 or both float64; small integers stay numbers, which compare faster. */
interface Comparison {
  readonly integers: boolean;
  readonly value: number | bigint;
  readonly bound: number | bigint;
}

function comparable(bound: number, what: string, check: Check): Comparison {
  const { value } = check;
  if (!refuseBeyondRange(what, bound, check) || !isInt64(value)) {
    return { integers: false, value: float64Of(value), bound };
  }
  if (typeof value === "number" && Number.isSafeInteger(bound)) {
    return { integers: true, value, bound: bound + 0 };
  }
  return { integers: true, value: int64Of(value), bound: truncateToInt64(bound) };
}

function isMultiple({ integers, value, bound }: Comparison): boolean {
  if (integers) return BigInt(value) % BigInt(bound) === 0n;
  const [float, factor] = [Number(value), Number(bound)];
  return isIntegral(factor < 1 ? (1 / factor) * float : float / factor);
}

function refuse(why: string, comparison: Comparison, { value, at, outcome }: Check): void {
  outcome.refuse(() => {
    const path = pathOf(at);
    const sentence = `${path} in body ${why}${textOf(comparison)}`;
    // An int64 that was compared as float64 is also printed as one.
    const converted = isInt64(value) && !comparison.integers;
    return faultAt(path, sentence, {
      badValue: converted ? new Float(String(comparison.value)) : value,
    });
  });
}

function textOf({ integers, bound }: Comparison): string {
  return integers ? BigInt(bound).toString() : printFloat(Number(bound));
}

/** A small integer is a plain number everywhere in the library. */
function jsonNumber(value: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
