import type { CrdColumn } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid, required } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";

const types = ["boolean", "date", "integer", "number", "string"];
const formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];

/**
 * Checks printer columns. An error about a column's `jsonPath` names the field `JSONPath`, as the server's internal form does.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceColumnDefinition.
 */
export function columnErrors(
  columns: readonly CrdColumn[],
  path: FieldPath,
): readonly FieldError[] {
  return columns.flatMap((column, index) => oneColumnErrors(column, elementPath(path, index)));
}

function oneColumnErrors(column: CrdColumn, path: FieldPath): readonly FieldError[] {
  const { type, format, jsonPath } = column;
  const errors: FieldError[] = [];
  const typeDetail = `must be one of ${types.join(",")}`;
  if (column.name === "") errors.push(required(childPath(path, "name")));
  if (type === "") errors.push(required(childPath(path, "type"), typeDetail));
  else if (!types.includes(type)) errors.push(invalid(childPath(path, "type"), type, typeDetail));
  if (format !== undefined && !formats.includes(format)) {
    const detail = `must be one of ${formats.join(",")}`;
    errors.push(invalid(childPath(path, "format"), format, detail));
  }
  const at = childPath(path, "JSONPath");
  errors.push(...(jsonPath === "" ? [required(at)] : simplePathErrors(jsonPath, at)));
  return errors;
}

/** Checks a JSONPath that is not empty. The only rule is that it must start with a dot. */
export function simplePathErrors(jsonPath: string, path: FieldPath): readonly FieldError[] {
  return jsonPath.startsWith(".")
    ? []
    : [invalid(path, jsonPath, "must be a simple json path starting with .")];
}
