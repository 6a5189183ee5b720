import { float64Of, isInt64, isIntegral, isNumber } from "../../go/number.ts";
import { quote } from "../../go/print.ts";
import { isArray, type JsonValue } from "../../json/value.ts";
import { faultAt, type NodeResult, printedPath, type ValuePath } from "./result.ts";
import type { ValidationNode } from "./schema-node.ts";

/** The type of a value, in the terms of a schema. A number is an integer only if the server stores it as int64. */
function schemaTypeOf(value: JsonValue): string {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  if (isNumber(value)) return isInt64(value) ? "integer" : "number";
  return typeof value;
}

/**
 * Checks a value's type. If the node has a format, the server behaves differently: unless the node's type is numeric, it
 * accepts any string and any list, and its error for any other value names the format instead of the type.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/validate/type.go.
 */
export function checkType(
  node: ValidationNode,
  value: JsonValue,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  if (node.types.length === 0 && node.format === "") return;
  outcome.matches++;
  const type = schemaTypeOf(value);
  if (node.types.includes(type) && node.format === "") {
    outcome.matches++;
    return;
  }
  const refused = refusedType(node, value, type);
  if (refused === undefined) outcome.matches++;
  else wrongType("type", refused, at, outcome);
}

/** Checks a null, which is valid if the node is nullable or has no type. */
export function checkNull(
  node: ValidationNode,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  if (node.types.length === 0 || node.nullable || node.types.includes("null")) outcome.matches++;
  else wrongType("nullable", { expected: node.types.join(","), actual: "null" }, at, outcome);
}

/** The type or format that was expected, and the type that was found. */
interface Mismatch {
  readonly expected: string;
  readonly actual: string;
}

function refusedType(node: ValidationNode, value: JsonValue, type: string): Mismatch | undefined {
  const { types, format } = node;
  const numeric = types.includes("number") || types.includes("integer");
  const accepted =
    types.includes(type) ||
    (type === "integer" && types.includes("number")) ||
    (type === "number" &&
      types.includes("integer") &&
      isNumber(value) &&
      isIntegral(float64Of(value)));
  const textual = type === "string" || type === "array";
  const width = type === "integer" ? "int64" : type === "number" ? "float64" : "";
  if (!textual && format !== "" && !accepted && width !== format) {
    return { expected: format, actual: width };
  }
  if (!numeric && format !== "" && textual) return undefined;
  return accepted ? undefined : { expected: types.join(","), actual: type };
}

/** Records a fault for a value of a wrong type, or for a string that does not have the format. */
export function wrongType(
  keyword: "type" | "nullable" | "format",
  { expected, actual }: Mismatch,
  at: ValuePath | undefined,
  outcome: NodeResult,
): void {
  outcome.refuse(keyword, at, () => {
    const path = printedPath(at);
    const sentence = `${path} in body must be of type ${expected}: ${quote(actual)}`;
    return faultAt(path, sentence, { type: "FieldValueTypeInvalid", badValue: actual });
  });
}
