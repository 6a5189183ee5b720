import { isInt64 } from "../../go/number.ts";
import { printValue } from "../../go/print.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

/**
 * The integer at a path of member names; undefined if a member is absent.
 *
 * Errors: the server's message for a value of another type on the path or at its end.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/unstructured/helpers.go NestedInt64.
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

/** The string at a path of member names; undefined if a member is absent. Errors: as in {@link nestedInteger}. */
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
      const path = fields.slice(0, index + 1);
      return err(accessorError(path, value, "map[string]interface{}"));
    }
    value = member(value, field);
  }
  return ok(value);
}

function accessorError(fields: readonly string[], value: JsonValue, wanted: string): string {
  return `.${fields.join(".")} accessor error: ${printValue(value)} is of the type ${typeName(value)}, expected ${wanted}`;
}

/** The type of a value as Go's `%T` prints it. */
function typeName(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (isArray(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  return isInt64(value) ? "int64" : "float64";
}
