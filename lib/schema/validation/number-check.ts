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
import { isSupportedFormat } from "../formats/formats.ts";
import { faultAt, type NodeResult, printedPath, rootFault, type ValuePath } from "./result.ts";
import type { ValidationNode } from "./schema-node.ts";

/**
 * Checks that a number is in the range of its type and within its bounds. An integer is compared with the bound
 * truncated to an integer, a float with the bound itself. A bound outside the type's range is reported too, as a fault
 * of the whole object.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/validator.go,
 * numberValidator.
 */
export function checkNumber(
  node: ValidationNode,
  value: JsonNumber,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  outcome.matches++;
  const [only, ...others] = node.types;
  const type = only !== undefined && others.length === 0 ? only : "";
  const format = isSupportedFormat(node.format, type) ? node.format : "";
  const check: NumberCheck = { value, range: { type, format }, at, outcome };
  refuseBeyondRange("Checked", value, check);
  if (node.numbers === undefined) return;
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node.numbers;
  if (multipleOf !== undefined) checkMultiple(multipleOf, check);
  if (minimum !== undefined) checkMinimum(minimum, exclusiveMinimum, check);
  if (maximum !== undefined) checkMaximum(maximum, exclusiveMaximum, check);
}

interface NumberCheck {
  readonly value: JsonNumber;
  readonly range: NumberRange;
  readonly at: ValuePath | undefined;
  readonly outcome: NodeResult;
}

/**
 * The schema's type and format, which limit a number. The type is empty if the schema has no type or several types; the
 * format is empty if the server does not check it for this type.
 */
interface NumberRange {
  readonly type: string;
  readonly format: string;
}

/**
 * Checks that `number`, which is the value or a bound, is in the range of the schema's type. If not, records a fault of
 * the whole object and returns false.
 */
function refuseBeyondRange(what: string, number: JsonNumber, check: NumberCheck): boolean {
  const { range, at, outcome } = check;
  if (isInRange(range, number)) return true;
  const format = range.format === "" ? "(default format)" : `with format ${range.format}`;
  outcome.refuse(range.format === "" ? "type" : "format", at, () =>
    rootFault(`${what} value must be of type ${range.type} ${format} in ${printedPath(at)}`),
  );
  return false;
}

function isInRange(range: NumberRange, number: JsonNumber): boolean {
  const float = float64Of(number);
  if (range.type === "number") return range.format !== "float" || isFinite32(float);
  if (range.type !== "integer") return true;
  if (!isInt64(number) && !isPrintedInt64(float)) return false;
  return range.format !== "int32" || (float >= -(2 ** 31) && float < 2 ** 31);
}

function isFinite32(float: number): boolean {
  return Number.isFinite(Math.fround(float));
}

function checkMaximum(maximum: number, exclusive: boolean, check: NumberCheck): void {
  const [value, bound] = comparableNumbers(maximum, "Maximum boundary", check);
  if (exclusive ? value < bound : value <= bound) return;
  boundFault("maximum", exclusive ? "less than" : "less than or equal to", maximum, check);
}

function checkMinimum(minimum: number, exclusive: boolean, check: NumberCheck): void {
  const [value, bound] = comparableNumbers(minimum, "Minimum boundary", check);
  if (exclusive ? value > bound : value >= bound) return;
  boundFault("minimum", exclusive ? "greater than" : "greater than or equal to", minimum, check);
}

/**
 * The value and its bound in a common type: both integers or both floats. Safe integers stay JavaScript numbers, which
 * are faster to compare.
 */
function comparableNumbers(
  bound: number,
  what: string,
  check: NumberCheck,
): [number, number] | [bigint, bigint] {
  const { value } = check;
  if (!refuseBeyondRange(what, bound, check) || !isInt64(value)) return [float64Of(value), bound];
  if (typeof value === "number" && Number.isSafeInteger(bound)) return [value, bound];
  return [int64Of(value), truncateToInt64(bound)];
}

function checkMultiple(multipleOf: number, check: NumberCheck): void {
  const { value, at, outcome } = check;
  refuseBeyondRange("MultipleOf", multipleOf, check);
  const factor = asCompared(multipleOf, check);
  if (factor <= 0) {
    outcome.refuse("multipleOf", at, () => {
      const sentence = `factor MultipleOf declared for ${printedPath(at)} must be positive: ${printBound(factor)}`;
      return faultAt(printedPath(at), sentence, { badValue: jsonNumber(factor) });
    });
  } else if (!isMultiple(value, factor)) {
    boundFault("multipleOf", "a multiple of", multipleOf, check);
  }
}

/**
 * The bound as it is compared: truncated to an integer if the value is an integer and the bound is in the type's range.
 */
function asCompared(bound: number, { value, range }: NumberCheck): number | bigint {
  return isInt64(value) && isInRange(range, bound) ? truncateToInt64(bound) : bound;
}

function isMultiple(value: JsonNumber, factor: number | bigint): boolean {
  if (typeof factor === "bigint") return int64Of(value) % factor === 0n;
  const float = float64Of(value);
  return isIntegral(factor < 1 ? (1 / factor) * float : float / factor);
}

function boundFault(
  keyword: "minimum" | "maximum" | "multipleOf",
  relation: string,
  bound: number,
  check: NumberCheck,
): void {
  const { value, at, outcome } = check;
  outcome.refuse(keyword, at, () => {
    const path = printedPath(at);
    const compared = asCompared(bound, check);
    const sentence = `${path} in body should be ${relation} ${printBound(compared)}`;
    // An int64 that was compared as a float64 is also printed as a float64.
    const converted = isInt64(value) && typeof compared === "number";
    const badValue = converted ? new Float(String(float64Of(value))) : value;
    return faultAt(path, sentence, { badValue });
  });
}

function printBound(bound: number | bigint): string {
  return typeof bound === "bigint" ? bound.toString() : printFloat(bound);
}

/** In a JsonValue, safe integers are numbers and never bigints. */
function jsonNumber(value: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
