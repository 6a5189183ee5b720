import { equal } from "../../json/equal.ts";
import type { CrdStatus, JsonSchemaProps } from "../../schema/definition/crd.ts";
import { anySchemaMatches } from "../../schema/definition/schema-walk.ts";
import { isSameSchema } from "../../schema/definition/schema-wire-type.ts";
import { rootPath } from "../../schema/field-error/path.ts";
import { compilePattern, type Re2 } from "../../schema/pattern/pattern.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import { caBundleFault } from "../ca-bundle.ts";
import type { CrdEngines } from "../engines/engines.ts";
import {
  allSchemas,
  hasVersionSchema,
  type InternalSpec,
  versionSchema,
} from "../internal-spec.ts";
import { type ConversionRuleOptions, isRecognizedReviewVersion } from "./conversion-rules.ts";
import { hasUnprunedDefaults } from "./default-rules.ts";
import { hasNonAtomicSetItems, mapKeyErrors } from "./list-type-rules.ts";
import type { SchemaRuleOptions } from "./schema-rules.ts";
import { maxSelectableFields } from "./selectable-field-rules.ts";

/**
 * Which rules apply to a new definition ({@link rulesOnCreate}) or to an update ({@link rulesOnUpdate}). An update may
 * continue to violate some rules that the stored definition already violates.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validationOptions.
 */
export interface CrdRules extends ConversionRuleOptions, SchemaRuleOptions {
  /** The engines for the patterns and rules of the definition's schemas. */
  readonly engines: CrdEngines;
  readonly requireImmutableNames: boolean;
  readonly requireOpenApiSchema: boolean;
  readonly requireStructuralSchema: boolean;
  readonly requirePrunedDefaults: boolean;
  /** Names of versions that may keep their too many selectable fields; `""` stands for fields that all versions share. */
  readonly versionsWithTooManySelectableFields: ReadonlySet<string>;
  /** Names of versions whose schema does not change: a rule in such a schema may continue to exceed its cost limit. */
  readonly versionsWithUnchangedSchema: ReadonlySet<string>;
}

/** The rules for a new definition. */
export function rulesOnCreate(engines: CrdEngines): CrdRules {
  return {
    engines,
    requireRecognizedConversionReviewVersion: true,
    requireImmutableNames: false,
    requireOpenApiSchema: true,
    requireValidPropertyType: true,
    requireStructuralSchema: true,
    requirePrunedDefaults: true,
    requireAtomicSetType: true,
    requireMapListKeysMapSetValidation: true,
    allowInvalidCaBundle: true,
    versionsWithTooManySelectableFields: new Set(),
    versionsWithUnchangedSchema: new Set(),
  };
}

/** The rules for an update of a stored definition. */
export function rulesOnUpdate(
  spec: InternalSpec,
  old: InternalSpec,
  oldStatus: CrdStatus,
  engines: CrdEngines,
): CrdRules {
  const schemas = allSchemas(old);
  const someOld = (has: (schema: JsonSchemaProps) => boolean): boolean =>
    schemas.some((schema) => anySchemaMatches(schema, has));
  const reviewVersions = old.conversion.conversionReviewVersions;
  const established = isEstablished(oldStatus);
  return {
    engines,
    requireRecognizedConversionReviewVersion:
      reviewVersions.length === 0 || reviewVersions.some(isRecognizedReviewVersion),
    requireImmutableNames: established,
    requireOpenApiSchema: everyVersionHasSchema(old),
    requireValidPropertyType: !someOld((schema) => !hasValidType(schema)),
    requireStructuralSchema: schemas.every((schema) => isStructural(schema, engines.re2)),
    requirePrunedDefaults: !schemas.some(hasUnprunedDefaults),
    requireAtomicSetType: !someOld(hasNonAtomicSetItems),
    requireMapListKeysMapSetValidation: !someOld(
      (schema) => mapKeyErrors(schema, rootPath).length > 0,
    ),
    allowInvalidCaBundle: !established || hasInvalidCaBundle(old),
    versionsWithTooManySelectableFields: keptTooManySelectableFields(spec, old),
    versionsWithUnchangedSchema: unchangedSchemas(spec, old),
  };
}

/**
 * True if the definition has the condition Established.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/helpers.go
 * IsCRDConditionTrue.
 */
function isEstablished(status: CrdStatus): boolean {
  const condition = status.conditions?.find(({ type }) => type === "Established");
  return condition?.status === "True";
}

function everyVersionHasSchema(spec: InternalSpec): boolean {
  return (
    spec.validation?.openAPIV3Schema !== undefined ||
    spec.versions.every((version) => version.schema?.openAPIV3Schema !== undefined)
  );
}

function hasValidType(schema: JsonSchemaProps): boolean {
  return (
    schema.type === undefined ||
    ["array", "boolean", "integer", "number", "object", "string"].includes(schema.type)
  );
}

function isStructural(schema: JsonSchemaProps, re2: Re2): boolean {
  const { errors, unsupported } = parseStructural(schema, {
    patternFault: (pattern) => compilePattern(pattern, re2).error,
  });
  return errors.length === 0 && unsupported === undefined;
}

function hasInvalidCaBundle(spec: InternalSpec): boolean {
  const caBundle = spec.conversion.webhookClientConfig?.caBundle;
  return caBundle !== undefined && caBundleFault(caBundle) !== undefined;
}

function unchangedSchemas(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const names = spec.versions.map(({ name }) => name);
  const isUnchanged = (name: string): boolean =>
    hasVersionSchema(old, name) &&
    isSameSchema(versionSchema(spec, name), versionSchema(old, name));
  return new Set(names.filter(isUnchanged));
}

function keptTooManySelectableFields(spec: InternalSpec, old: InternalSpec): ReadonlySet<string> {
  const kept = new Set<string>();
  const isKept = (now: InternalSpec["selectableFields"], was: InternalSpec["selectableFields"]) =>
    (was ?? []).length > maxSelectableFields && equal(now, was);
  if (isKept(spec.selectableFields, old.selectableFields)) kept.add("");
  for (const { name, selectableFields } of spec.versions) {
    const was = old.versions.findLast((version) => version.name === name);
    if (was !== undefined && isKept(selectableFields, was.selectableFields)) kept.add(name);
  }
  return kept;
}
