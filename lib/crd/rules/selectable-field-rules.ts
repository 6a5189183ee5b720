import type { CrdValidation, SelectableField } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { duplicate, invalid, required, tooMany } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { resolveFieldPath } from "../../schema/structural/field-path.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { Structural } from "../../schema/structural/structural.ts";

/**
 * The most selectable fields of a version.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go,
 * MaxSelectableFields.
 */
export const maxSelectableFields = 8;

/**
 * Checks selectable fields, which must be paths in the schema.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceSelectableFields.
 */
export function selectableFieldErrors(
  fields: readonly SelectableField[],
  validation: CrdValidation | undefined,
  path: FieldPath,
  options: { readonly allowTooMany: boolean; readonly missingSchema: string },
): readonly FieldError[] {
  if (fields.length === 0) return [];
  const schema = validation?.openAPIV3Schema;
  if (schema === undefined) return [invalid(path, "", options.missingSchema)];
  const { structural, unsupported } = parseStructural(schema);
  // The server's own check crashes on a schema without structural form, so there are no errors to report.
  if (unsupported !== undefined) return [];
  const seen = new Set<string>();
  const errors = fields.flatMap((field, index) =>
    fieldErrors(field.jsonPath, structural, seen, childPath(elementPath(path, index), "jsonPath")),
  );
  return seen.size > maxSelectableFields && !options.allowTooMany
    ? [...errors, tooMany(path, seen.size, maxSelectableFields)]
    : errors;
}

function fieldErrors(
  jsonPath: string,
  structural: Structural,
  seen: Set<string>,
  path: FieldPath,
): readonly FieldError[] {
  if (jsonPath === "") return [required(path)];
  const resolved = resolveFieldPath(jsonPath, structural, { arrayNotation: false });
  if (!resolved.ok) return [invalid(path, jsonPath, `is an invalid path: ${resolved.error}`)];
  const errors: FieldError[] = [];
  const { root, schema } = resolved.value;
  if (root === "metadata") {
    errors.push(invalid(path, jsonPath, "must not point to fields in metadata"));
  }
  if (schema === undefined || !["string", "boolean", "integer"].includes(schema.type)) {
    const detail =
      "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";
    errors.push(invalid(path, jsonPath, detail));
  }
  if (seen.has(resolved.value.path)) errors.push(duplicate(path, jsonPath));
  seen.add(resolved.value.path);
  return errors;
}
