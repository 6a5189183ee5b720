import type { FieldError } from "../field-error.ts";
import { duplicate, invalid, required, tooMany } from "../field-faults.ts";
import { resolveFieldPath } from "../field-path.ts";
import { parseStructural } from "../parse-structural.ts";
import { childPath, keyPath, type Path } from "../path.ts";
import type { Structural } from "../structural.ts";
import type { CrdValidation, SelectableField } from "./crd.ts";

/** How many fields a version may offer to field selectors. */
export const maxSelectableFields = 8;

/**
 * The rules for selectable fields against the schema they point into.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceSelectableFields.
 */
export function selectableFieldErrors(
  fields: readonly SelectableField[],
  validation: CrdValidation | undefined,
  path: Path,
  options: { readonly allowTooMany: boolean; readonly missingSchema: string },
): readonly FieldError[] {
  if (fields.length === 0) return [];
  const schema = validation?.openAPIV3Schema;
  if (schema === undefined) return [invalid(path, "", options.missingSchema)];
  const { structural, unsupported } = parseStructural(schema);
  // Of a schema without structural form the server's own check ends in a crash: nothing more is said here.
  if (unsupported !== undefined) return [];
  const seen = new Set<string>();
  const errors = fields.flatMap((field, index) =>
    fieldErrors(field.jsonPath, structural, seen, childPath(keyPath(path, index), "jsonPath")),
  );
  return seen.size > maxSelectableFields && !options.allowTooMany
    ? [...errors, tooMany(path, seen.size, maxSelectableFields)]
    : errors;
}

function fieldErrors(
  jsonPath: string,
  structural: Structural,
  seen: Set<string>,
  path: Path,
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
