import { isPrintable } from "../../go/printable.ts";
import { assertDefined } from "../../json/invariant.ts";
import { byteLength } from "../../json/size.ts";
import type { ManagedFieldsEntry } from "../definition/crd.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { invalid, tooLong } from "../field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../field-error/path.ts";

/**
 * The most bytes of a field manager's name.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/validation/validation.go,
 * FieldManagerMaxLength.
 */
const maxManagerBytes = 128;
/**
 * The most bytes of a subresource's name.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/validation/validation.go,
 * MaxSubresourceNameLength.
 */
const maxSubresourceBytes = 256;

/**
 * Validates the entries of `metadata.managedFields`.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/validation/validation.go
 * ValidateManagedFields.
 */
export function managedFieldsErrors(
  entries: readonly ManagedFieldsEntry[],
  path: FieldPath,
): readonly FieldError[] {
  return entries.flatMap((entry, index) =>
    managedFieldsEntryErrors(entry, elementPath(path, index)),
  );
}

function managedFieldsEntryErrors(
  entry: ManagedFieldsEntry,
  path: FieldPath,
): readonly FieldError[] {
  const { operation = "", fieldsType = "", manager = "", subresource = "" } = entry;
  const errors: FieldError[] = [];
  if (operation !== "Apply" && operation !== "Update") {
    errors.push(invalid(childPath(path, "operation"), operation, "must be `Apply` or `Update`"));
  }
  if (fieldsType !== "" && fieldsType !== "FieldsV1") {
    errors.push(invalid(childPath(path, "fieldsType"), fieldsType, "must be `FieldsV1`"));
  }
  errors.push(...managerErrors(manager, childPath(path, "manager")));
  if (byteLength(subresource) > maxSubresourceBytes) {
    errors.push(tooLong(childPath(path, "subresource"), maxSubresourceBytes));
  }
  return errors;
}

function managerErrors(manager: string, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (byteLength(manager) > maxManagerBytes) errors.push(tooLong(path, maxManagerBytes));
  let position = 0;
  for (const char of manager) {
    if (!isPrintable(char)) {
      errors.push(
        invalid(path, manager, `invalid character ${unicodeName(char)} (at position ${position})`),
      );
    }
    position += byteLength(char);
  }
  return errors;
}

function unicodeName(char: string): string {
  const code = assertDefined(char.codePointAt(0), "a character has a code point");
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
