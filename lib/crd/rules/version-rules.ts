import { isPrintable } from "../../go/printable.ts";
import { byteLength } from "../../json/size.ts";
import type { CrdSpecVersion, CrdSubresources } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { dns1035LabelFaults } from "../../schema/metadata/names.ts";
import type { InternalSpec } from "../internal-spec.ts";
import { columnErrors } from "./column-rules.ts";
import type { CrdRules } from "./crd-rules.ts";
import { selectableFieldErrors } from "./selectable-field-rules.ts";
import { subresourceErrors } from "./subresource-rules.ts";
import { validationErrors } from "./validation-rules.ts";

/**
 * Checks each entry of `spec.versions` and all entries together: unique names, one storage version.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceDefinitionSpec, validateCustomResourceDefinitionVersion.
 */
export function versionErrors(
  spec: InternalSpec,
  rules: CrdRules,
  path: FieldPath,
): readonly FieldError[] {
  const at = childPath(path, "versions");
  const { versions } = spec;
  const names = new Set(versions.map((version) => version.name));
  const errors = versions.flatMap((version, index) =>
    oneVersionErrors(version, spec, rules, elementPath(at, index)),
  );
  if (names.size < versions.length) {
    errors.push(invalid(at, versions, "must contain unique version names"));
  }
  if (versions.filter((version) => version.storage).length !== 1) {
    errors.push(invalid(at, versions, "must have exactly one version marked as storage version"));
  }
  return errors;
}

function oneVersionErrors(
  version: CrdSpecVersion,
  spec: InternalSpec,
  rules: CrdRules,
  path: FieldPath,
): FieldError[] {
  const { name, selectableFields = [] } = version;
  const faults = dns1035LabelFaults(name);
  const hasStatus = subresourcesFor(name, spec)?.status !== undefined;
  return [
    ...(faults.length === 0 ? [] : [invalid(childPath(path, "name"), name, faults.join(","))]),
    ...deprecationFaults(version).map((fault) =>
      invalid(childPath(path, "deprecationWarning"), version.deprecationWarning ?? null, fault),
    ),
    ...validationErrors(
      version.schema,
      { hasStatus, keepCosts: rules.versionsWithUnchangedSchema.has(name) },
      rules,
      childPath(path, "schema"),
    ),
    ...subresourceErrors(version.subresources, childPath(path, "subresources")),
    ...columnErrors(
      version.additionalPrinterColumns ?? [],
      childPath(path, "additionalPrinterColumns"),
    ),
    ...selectableFieldErrors(
      selectableFields,
      version.schema,
      childPath(path, "selectableFields"),
      {
        allowTooMany: rules.versionsWithTooManySelectableFields.has(name),
        // The server's own text, although it means "is included".
        missingSchema: "may only be set when `version.schema.openAPIV3Schema` is not included",
      },
    ),
  ];
}

/**
 * The subresources of a version: its own or the shared ones. If several versions have the same name, the first one is
 * used.
 */
function subresourcesFor(name: string, spec: InternalSpec): CrdSubresources | undefined {
  if (!spec.versions.some((version) => version.subresources !== undefined)) {
    return spec.subresources;
  }
  return spec.versions.find((version) => version.name === name)?.subresources;
}

/**
 * The server's limit for a deprecation warning.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go,
 * deprecationWarning.
 */
const maxWarningBytes = 256;

function deprecationFaults(version: CrdSpecVersion): readonly string[] {
  const text = version.deprecationWarning;
  if (text === undefined) return [];
  if (version.deprecated !== true) return ["can only be set for deprecated versions"];
  const faults: string[] = [];
  if (byteLength(text) > maxWarningBytes) faults.push("must be <= 256 characters long");
  if (text === "") faults.push("must not be an empty string");
  let index = 0;
  for (const char of text) {
    if (!isPrintable(char)) {
      const rule = "must only contain printable UTF-8 characters";
      return [...faults, `${rule}; non-printable character found at index ${index}`];
    }
    index += byteLength(char);
  }
  return faults;
}
