import { isInt64 } from "../../go/number.ts";
import { printFloat } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { err, ok, type Result } from "../../json/result.ts";
import {
  Float,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";

/**
 * The integer at the end of a way through maps; undefined where the way ends before it.
 *
 * Errors: the server's sentence, where something else stands in the way or at its end.
 * Source: k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/unstructured/helpers.go NestedInt64.
 */
export function nestedInteger(
  object: JsonObject,
  fields: readonly string[],
): Result<number | bigint | undefined, string> {
  const found = nestedField(object, fields);
  if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
  const { value } = found;
  return (typeof value === "number" || typeof value === "bigint") && isInt64(value)
    ? ok(value)
    : err(accessorError(fields, value, "int64"));
}

/** The text at the end of a way through maps; errors as {@link nestedInteger}. */
export function nestedText(
  object: JsonObject,
  fields: readonly string[],
): Result<string | undefined, string> {
  const found = nestedField(object, fields);
  if (!found.ok || found.value === undefined) return found.ok ? ok(undefined) : found;
  return typeof found.value === "string"
    ? ok(found.value)
    : err(accessorError(fields, found.value, "string"));
}

function nestedField(
  object: JsonObject,
  fields: readonly string[],
): Result<JsonValue | undefined, string> {
  let value: JsonValue | undefined = object;
  for (const [index, field] of fields.entries()) {
    if (value === undefined || value === null) return ok(undefined);
    if (!isObject(value)) {
      const way = fields.slice(0, index + 1);
      return err(accessorError(way, value, "map[string]interface{}"));
    }
    value = member(value, field);
  }
  return ok(value);
}

function accessorError(fields: readonly string[], value: JsonValue, wanted: string): string {
  return `.${fields.join(".")} accessor error: ${printValue(value)} is of the type ${typeName(value)}, expected ${wanted}`;
}

/** Levels of a value that a sentence shows; the server shows all of them. */
const maxShownDepth = 100;

/** A value as Go's `%v` prints it. */
function printValue(value: JsonValue, depth = 0): string {
  if (value === null) return "<nil>";
  if (typeof value === "number") return printFloat(value);
  if (value instanceof Float) return printFloat(value.value);
  if (typeof value !== "object") return String(value);
  if (depth === maxShownDepth) return "...";
  const print = (held: JsonValue): string => printValue(held, depth + 1);
  if (isArray(value)) return `[${value.map(print).join(" ")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `map[${entries.map(([key, held]) => `${key}:${print(held)}`).join(" ")}]`;
}

/** A value's type as Go's `%T` prints it. */
function typeName(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isArray(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  return isInt64(value) ? "int64" : "float64";
}
