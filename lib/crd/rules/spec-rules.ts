import type { CrdSubresources, JsonSchemaProps } from "../../schema/definition/crd.ts";
import { anySchemaMatches, mapKeysOf } from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid, required } from "../../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../../schema/field-error/path.ts";
import { dns1035LabelFaults, dns1123SubdomainFaults } from "../../schema/metadata/names.ts";
import { allSchemas, type InternalSpec } from "../internal-spec.ts";
import { columnErrors } from "./column-rules.ts";
import { conversionErrors, enumErrors } from "./conversion-rules.ts";
import type { CrdRules } from "./crd-rules.ts";
import { missingNamesErrors, namesErrors } from "./names-rules.ts";
import { selectableFieldErrors } from "./selectable-field-rules.ts";
import { subresourceErrors } from "./subresource-rules.ts";
import { validationErrors } from "./validation-rules.ts";
import { versionErrors } from "./version-rules.ts";

/**
 * Checks a definition's spec. Paths are those of the server's internal form.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceDefinitionSpec.
 */
export function specErrors(
  spec: InternalSpec,
  given: CrdRules,
  path: FieldPath,
): readonly FieldError[] {
  const rules = { ...given, requireStructuralSchema: needsStructuralSchema(spec, given) };
  const hasStatus = hasAnyStatus(spec);
  return [
    ...groupErrors(spec.group, childPath(path, "group")),
    ...enumErrors(spec.scope, ["Cluster", "Namespaced"], childPath(path, "scope")),
    ...missingSchemaErrors(spec, rules, path),
    ...preserveErrors(spec, path),
    ...versionErrors(spec, rules, path),
    ...versionNameErrors(spec, path),
    ...missingNamesErrors(spec.names, childPath(path, "names")),
    ...namesErrors(spec.names, childPath(path, "names")),
    ...validationErrors(
      spec.validation,
      { hasStatus, keepCosts: rules.versionsWithUnchangedSchema.has(spec.version) },
      rules,
      childPath(path, "validation"),
    ),
    ...subresourceErrors(spec.subresources, childPath(path, "subresources")),
    ...columnErrors(
      spec.additionalPrinterColumns ?? [],
      childPath(path, "additionalPrinterColumns"),
    ),
    ...selectableFieldErrors(
      spec.selectableFields ?? [],
      spec.validation,
      childPath(path, "selectableFields"),
      {
        allowTooMany: rules.versionsWithTooManySelectableFields.has(""),
        missingSchema: "may only be set when validations.schema is included",
      },
    ),
    ...conversionErrors(spec.conversion, childPath(path, "conversion"), rules),
  ];
}

function groupErrors(group: string, path: FieldPath): readonly FieldError[] {
  if (group === "") return [required(path)];
  const faults = dns1123SubdomainFaults(group);
  if (faults.length > 0) return [invalid(path, group, faults.join(","))];
  return group.includes(".")
    ? []
    : [invalid(path, group, "should be a domain with at least one dot")];
}

/**
 * True if structural schemas are required: for pruning, defaults and extensions they are required even if those of the
 * stored definition are not structural.
 */
function needsStructuralSchema(spec: InternalSpec, rules: CrdRules): boolean {
  return (
    rules.requireStructuralSchema ||
    !spec.preserveUnknownFields ||
    hasSchemaWith(spec, hasDefault) ||
    hasSchemaWith(spec, hasExtension)
  );
}

function hasSchemaWith(spec: InternalSpec, has: (schema: JsonSchemaProps) => boolean): boolean {
  return allSchemas(spec).some((schema) => anySchemaMatches(schema, has));
}

function hasDefault(schema: JsonSchemaProps): boolean {
  return schema.default !== undefined;
}

function hasExtension(schema: JsonSchemaProps): boolean {
  return (
    schema["x-kubernetes-embedded-resource"] === true ||
    schema["x-kubernetes-preserve-unknown-fields"] !== undefined ||
    schema["x-kubernetes-int-or-string"] === true ||
    mapKeysOf(schema).length > 0 ||
    schema["x-kubernetes-list-type"] !== undefined ||
    schema["x-kubernetes-validations"] !== undefined
  );
}

function missingSchemaErrors(
  spec: InternalSpec,
  rules: CrdRules,
  path: FieldPath,
): readonly FieldError[] {
  if (spec.validation?.openAPIV3Schema !== undefined) return [];
  if (!rules.requireOpenApiSchema && spec.preserveUnknownFields) return [];
  return spec.versions.flatMap((version, index) => {
    if (version.schema?.openAPIV3Schema !== undefined) return [];
    const at = childPath(elementPath(childPath(path, "versions"), index), "schema");
    const schemaPath = childPath(at, "openAPIV3Schema");
    if (rules.requireOpenApiSchema) return [required(schemaPath)];
    return version.served ? [required(schemaPath, "because otherwise all fields are pruned")] : [];
  });
}

/** Reports what `preserveUnknownFields: true` does not allow: defaults in the schema, and a conversion webhook. */
function preserveErrors(spec: InternalSpec, path: FieldPath): readonly FieldError[] {
  if (!spec.preserveUnknownFields) return [];
  const errors: FieldError[] = [];
  if (hasSchemaWith(spec, hasDefault)) {
    const detail = "must be false in order to use defaults in the schema";
    errors.push(invalid(childPath(path, "preserveUnknownFields"), true, detail));
  }
  const { strategy } = spec.conversion;
  if (strategy !== "None") {
    const at = childPath(childPath(path, "conversion"), "strategy");
    errors.push(invalid(at, strategy, "must be None if spec.preserveUnknownFields is true"));
  }
  return errors;
}

/** Checks `spec.version` of the internal form, which is always the name of the first version. */
function versionNameErrors(spec: InternalSpec, path: FieldPath): readonly FieldError[] {
  if (spec.version === "") return [];
  const faults = dns1035LabelFaults(spec.version);
  return faults.length === 0
    ? []
    : [invalid(childPath(path, "version"), spec.version, faults.join(","))];
}

function hasAnyStatus(spec: InternalSpec): boolean {
  return (
    hasStatusSubresource(spec.subresources) ||
    spec.versions.some((version) => hasStatusSubresource(version.subresources))
  );
}

function hasStatusSubresource(subresources: CrdSubresources | undefined): boolean {
  return subresources?.status !== undefined;
}
