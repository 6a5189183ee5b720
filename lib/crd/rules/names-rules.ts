import type { CrdNames } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid, required } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { dns1035LabelFaults, lowerCase } from "../../schema/metadata/names.ts";

/**
 * Checks the names in `spec.names` or `status.acceptedNames`.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionNames.
 */
export function namesErrors(names: CrdNames, path: FieldPath): readonly FieldError[] {
  const { plural, singular = "", kind, listKind = "" } = names;
  const errors = [
    ...labelErrors(plural, childPath(path, "plural")),
    ...labelErrors(singular, childPath(path, "singular")),
    ...kindErrors(kind, childPath(path, "kind")),
    ...kindErrors(listKind, childPath(path, "listKind")),
    ...labelListErrors(names.shortNames ?? [], childPath(path, "shortNames")),
    ...labelListErrors(names.categories ?? [], childPath(path, "categories")),
  ];
  if (kind !== "" && kind === listKind) {
    const detail = "kind and listKind may not be the same";
    errors.push(invalid(childPath(path, "listKind"), listKind, detail));
  }
  return errors;
}

/** Reports required names that are missing in `spec.names`. */
export function missingNamesErrors(names: CrdNames, path: FieldPath): readonly FieldError[] {
  const needed = [
    ["plural", names.plural],
    ["singular", names.singular],
    ["kind", names.kind],
    ["listKind", names.listKind],
  ] as const;
  return needed.flatMap(([name, value]) =>
    value === undefined || value === "" ? [required(childPath(path, name))] : [],
  );
}

/** Checks a DNS label. All faults are joined into one error; an empty label has none. */
function labelErrors(label: string, path: FieldPath): readonly FieldError[] {
  return label === "" ? [] : joinedLabelErrors(label, label, path, "");
}

function kindErrors(kind: string, path: FieldPath): readonly FieldError[] {
  const prefix = "may have mixed case, but should otherwise match: ";
  return kind === "" ? [] : joinedLabelErrors(kind, lowerCase(kind), path, prefix);
}

function labelListErrors(labels: readonly string[], path: FieldPath): readonly FieldError[] {
  return labels.flatMap((label, index) =>
    joinedLabelErrors(label, label, elementPath(path, index), ""),
  );
}

function joinedLabelErrors(
  shown: string,
  label: string,
  path: FieldPath,
  prefix: string,
): readonly FieldError[] {
  const faults = dns1035LabelFaults(label);
  return faults.length === 0 ? [] : [invalid(path, shown, `${prefix}${faults.join(",")}`)];
}
