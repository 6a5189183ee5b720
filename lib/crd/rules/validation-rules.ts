import type { CrdValidation, JsonSchemaProps } from "../../schema/definition/crd.ts";
import { anySchemaMatches, hasRule } from "../../schema/definition/schema-walk.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { forbidden, invalid } from "../../schema/field-error/field-faults.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { childPath, type FieldPath } from "../../schema/field-error/path.ts";
import { compilePattern } from "../../schema/pattern/pattern.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import type { CrdRules } from "./crd-rules.ts";
import { defaultErrors } from "./default-rules.ts";
import { schemaFindings } from "./schema-rules.ts";

/**
 * Checks the schema of one version, or the schema that all versions share.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * validateCustomResourceDefinitionValidation.
 */
export function validationErrors(
  validation: CrdValidation | undefined,
  version: SchemaUse,
  rules: CrdRules,
  path: FieldPath,
): readonly FieldError[] {
  const schema = validation?.openAPIV3Schema;
  if (schema === undefined) return [];
  const at = childPath(path, "openAPIV3Schema");
  const structural = rules.requireStructuralSchema
    ? structuralErrors(schema, rules, at)
    : noFindings;
  const inSchema = schemaFindings(schema, at, rules);
  const errors = [
    ...(version.hasStatus ? rootKeywordErrors(schema, at) : []),
    ...(schema.nullable === true
      ? [forbidden(childPath(at, "nullable"), "nullable cannot be true at the root")]
      : []),
    ...structural.errors,
    ...inSchema.errors,
  ];
  if (errors.length === 0 && structural.unsupported !== undefined) {
    return [invalid(at, "", structural.unsupported)];
  }
  if (!structural.isClean || !anySchemaMatches(schema, hasRule)) return errors;
  return [...errors, ...rules.engines.checkRules(schema, at, inSchema.faultyPaths, version)];
}

/** The properties of a version that affect how its schema is checked. */
interface SchemaUse {
  readonly hasStatus: boolean;
  /** True if the stored definition has the same schema: a rule may then exceed its cost limit, as it did before. */
  readonly keepCosts: boolean;
}

interface StructuralFindings {
  readonly errors: readonly FieldError[];
  /** The error for a keyword that a structural form can't represent. */
  readonly unsupported?: string;
  /** True if the schema was checked and neither it nor its defaults have an error. Only then are its rules checked. */
  readonly isClean: boolean;
}

const noFindings: StructuralFindings = { errors: [], isClean: false };

function structuralErrors(
  schema: JsonSchemaProps,
  rules: CrdRules,
  path: FieldPath,
): StructuralFindings {
  const { structural, errors, unsupported } = parseStructural(schema, {
    path,
    patternFault: (pattern) => compilePattern(pattern, rules.engines.re2).error,
  });
  if (unsupported !== undefined) {
    return { errors: [], unsupported: unsupportedText(unsupported), isClean: false };
  }
  if (errors.length > 0) return { errors, isClean: false };
  const inDefaults = defaultErrors(schema, structural, path, rules);
  return { errors: inDefaults, isClean: inDefaults.length === 0 };
}

function unsupportedText(error: FieldError): string {
  return error.detail === "" ? fieldMessage(error) : error.detail;
}

/**
 * The keywords that are allowed at the root of a schema with a status subresource, each with the name that the server
 * prints.
 */
const rootKeywords = [
  ["description", "Description"],
  ["type", "Type"],
  ["format", "Format"],
  ["title", "Title"],
  ["maximum", "Maximum"],
  ["exclusiveMaximum", "ExclusiveMaximum"],
  ["minimum", "Minimum"],
  ["exclusiveMinimum", "ExclusiveMinimum"],
  ["maxLength", "MaxLength"],
  ["minLength", "MinLength"],
  ["pattern", "Pattern"],
  ["maxItems", "MaxItems"],
  ["minItems", "MinItems"],
  ["uniqueItems", "UniqueItems"],
  ["multipleOf", "MultipleOf"],
  ["required", "Required"],
  ["items", "Items"],
  ["properties", "Properties"],
  ["externalDocs", "ExternalDocs"],
  ["example", "Example"],
  ["x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields"],
  ["x-kubernetes-validations", "XValidations"],
] as const;

const rootKeywordSet: ReadonlySet<string> = new Set(rootKeywords.map(([keyword]) => keyword));

/** Keywords that the server checks before `type`. It reports only one error, so none for `type` if one of these is present. */
const beforeType: ReadonlySet<string> = new Set(["id", "$schema", "$ref"]);

function rootKeywordErrors(schema: JsonSchemaProps, path: FieldPath): readonly FieldError[] {
  const strays = Object.keys(schema).filter((keyword) => !rootKeywordSet.has(keyword));
  const isTypeFirst = !strays.some((keyword) => beforeType.has(keyword));
  if (isTypeFirst && schema.type !== undefined && schema.type !== "object") {
    const detail =
      'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(childPath(path, "type"), schema.type, detail)];
  }
  if (strays.length === 0) return [];
  const allowed = rootKeywords.map(([, name]) => name).join(" ");
  const detail = `only [${allowed}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, schema, detail)];
}
