import { counted } from "../../json/counted.ts";
import {
  faultAt,
  type NodeResult,
  printedPath,
  type ValidationFault,
  type ValuePath,
} from "./result.ts";
import type { StringBounds, ValidationNode } from "./schema-node.ts";
import { wrongType } from "./type-check.ts";

/**
 * Checks a string's length and pattern. Reports only the first fault. Lengths are in code points.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/validator.go,
 * stringValidator.
 */
export function checkString(
  bounds: StringBounds,
  value: string,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  if (isAllowedString(bounds, value)) return;
  const keyword = refusingKeyword(bounds, value);
  outcome.refuse(keyword, at, () => faultOf(keyword, bounds, value, at));
}

/** True if the string has an allowed length and matches the pattern. */
export function isAllowedString(bounds: StringBounds, value: string): boolean {
  const { maxLength, minLength, pattern } = bounds;
  return (
    (maxLength === undefined || !isLonger(value, maxLength)) &&
    (minLength === undefined || isLonger(value, minLength - 1)) &&
    (pattern === undefined || pattern.test(value))
  );
}

/**
 * The first keyword that the string violates: `maxLength`, `minLength`, else `pattern`. The caller knows that it
 * violates one of the three.
 */
function refusingKeyword({ maxLength, minLength }: StringBounds, value: string): StringKeyword {
  if (maxLength !== undefined && isLonger(value, maxLength)) return "maxLength";
  return minLength !== undefined && !isLonger(value, minLength - 1) ? "minLength" : "pattern";
}

type StringKeyword = "maxLength" | "minLength" | "pattern";

function faultOf(
  keyword: StringKeyword,
  { maxLength, minLength, pattern }: StringBounds,
  value: string,
  at: ValuePath | undefined,
): ValidationFault {
  const path = printedPath(at);
  if (keyword === "maxLength" && maxLength !== undefined) return tooLong(maxLength, path);
  if (keyword === "minLength") {
    const sentence = `${path} in body should be at least ${minLength} chars long`;
    return faultAt(path, sentence, { badValue: value });
  }
  const invalid = pattern?.error === undefined ? "" : `, but pattern is invalid: ${pattern.error}`;
  const sentence = `${path} in body should match '${pattern?.source}${invalid}'`;
  return faultAt(path, sentence, { badValue: value });
}

function tooLong(maxLength: number, path: string): ValidationFault {
  return faultAt(path, `${path} in body should be at most ${maxLength} chars long`, {
    type: "FieldValueTooLong",
    detail:
      maxLength < 0 ? "value is too long" : `may not be more than ${counted(maxLength, "byte")}`,
    badValue: "<value omitted>",
  });
}

/** True for more code points than `limit`. Counts them only if the number of UTF-16 units is not enough to decide. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let points = 0;
  for (const _ of text) points++;
  return points > limit;
}

/** Checks a string against the node's format, if the server knows the format for strings. */
export function checkFormat(
  node: ValidationNode,
  value: string,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  if (node.formatCheck === undefined) return;
  outcome.matches++;
  if (!node.formatCheck(value))
    wrongType("format", { expected: node.format, actual: value }, at, outcome);
}
