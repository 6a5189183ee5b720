import {
  float64Of,
  int64Of,
  isInt64,
  isIntegral,
  isPrintedInt64,
  type JsonNumber,
  truncateToInt64,
} from "../../go/number.ts";
import { printFloat } from "../../go/print.ts";
import { Float } from "../../json/value.ts";
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
  if (!isInt64(number) && !isPrintedInt64(float)) return false;
  return range.format !== "int32" || (float >= -(2 ** 31) && float < 2 ** 31);
}

function isFinite32(float: number): boolean {
  return Number.isFinite(Math.fround(float));
}

function checkMaximum(maximum: number, exclusive: boolean, check: Check): void {
  const [value, bound] = comparable(maximum, "Maximum boundary", check);
  if (exclusive ? value < bound : value <= bound) return;
  refuse(exclusive ? "less than" : "less than or equal to", maximum, check);
}

function checkMinimum(minimum: number, exclusive: boolean, check: Check): void {
  const [value, bound] = comparable(minimum, "Minimum boundary", check);
  if (exclusive ? value > bound : value >= bound) return;
  refuse(exclusive ? "greater than" : "greater than or equal to", minimum, check);
}

/** The value and its bound, both as integers or both as floats. Small integers stay numbers: they compare faster. */
function comparable(
  bound: number,
  what: string,
  check: Check,
): [number, number] | [bigint, bigint] {
  const { value } = check;
  if (!refuseBeyondRange(what, bound, check) || !isInt64(value)) return [float64Of(value), bound];
  if (typeof value === "number" && Number.isSafeInteger(bound)) return [value, bound];
  return [int64Of(value), truncateToInt64(bound)];
}

function checkMultiple(multipleOf: number, check: Check): void {
  const { value, at, outcome } = check;
  refuseBeyondRange("MultipleOf", multipleOf, check);
  const factor = asCompared(multipleOf, check);
  if (factor <= 0) {
    outcome.refuse(() => {
      const sentence = `factor MultipleOf declared for ${pathOf(at)} must be positive: ${print(factor)}`;
      return faultAt(pathOf(at), sentence, { badValue: jsonNumber(factor) });
    });
  } else if (!isMultiple(value, factor)) {
    refuse("a multiple of", multipleOf, check);
  }
}

/** A bound as the value is compared with it: an integer where the value is one and the range holds the bound. */
function asCompared(bound: number, { value, range }: Check): number | bigint {
  return isInt64(value) && holds(range, bound) ? truncateToInt64(bound) : bound;
}

function isMultiple(value: JsonNumber, factor: number | bigint): boolean {
  if (typeof factor === "bigint") return int64Of(value) % factor === 0n;
  const float = float64Of(value);
  return isIntegral(factor < 1 ? (1 / factor) * float : float / factor);
}

function refuse(relation: string, bound: number, check: Check): void {
  const { value, at, outcome } = check;
  outcome.refuse(() => {
    const path = pathOf(at);
    const compared = asCompared(bound, check);
    const sentence = `${path} in body should be ${relation} ${print(compared)}`;
    // An int64 that was compared as float64 is also printed as one.
    const converted = isInt64(value) && typeof compared === "number";
    const badValue = converted ? new Float(String(float64Of(value))) : value;
    return faultAt(path, sentence, { badValue });
  });
}

function print(bound: number | bigint): string {
  return typeof bound === "bigint" ? bound.toString() : printFloat(bound);
}

/** A small integer is a plain number everywhere in the library. */
function jsonNumber(value: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
