import type { JsonSchemaProps, SchemaRule } from "../../schema/definition/crd.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { invalid, notSupported, required } from "../../schema/field-error/field-faults.ts";
import { childPath, type FieldPath } from "../../schema/field-error/path.ts";
import { isFieldPath } from "./schema-field-path.ts";

const reasons = [
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueInvalid",
  "FieldValueRequired",
];

/**
 * Checks an entry of `x-kubernetes-validations`, except its expressions, which the rule checker compiles.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionOpenAPISchema.
 */
export function validationRuleErrors(
  rule: SchemaRule,
  schema: JsonSchemaProps,
  path: FieldPath,
): readonly FieldError[] {
  const { messageExpression = "", reason } = rule;
  return [
    ...messageErrors(rule, path),
    ...(messageExpression !== "" && trimGoSpace(messageExpression) === ""
      ? [
          required(
            childPath(path, "messageExpression"),
            "messageExpression must be non-empty if specified",
          ),
        ]
      : []),
    ...(reason !== undefined && !reasons.includes(reason)
      ? [notSupported(childPath(path, "reason"), reason, reasons)]
      : []),
    ...fieldPathErrors(rule.fieldPath ?? "", schema, childPath(path, "fieldPath")),
  ];
}

/** Checks rule and message. Returns only the first error. */
function messageErrors(rule: SchemaRule, path: FieldPath): readonly FieldError[] {
  const expression = trimGoSpace(rule.rule);
  const { message = "" } = rule;
  const at = childPath(path, "message");
  if (expression === "") return [required(childPath(path, "rule"), "rule is not specified")];
  if (message !== "" && trimGoSpace(message) === "") {
    return [invalid(at, message, "must be non-empty if specified")];
  }
  if (hasLineBreak(trimGoSpace(message)))
    return [invalid(at, message, "must not contain line breaks")];
  return hasLineBreak(expression) && trimGoSpace(message) === ""
    ? [required(at, "message must be specified if rule contains line breaks")]
    : [];
}

function fieldPathErrors(
  fieldPath: string,
  schema: JsonSchemaProps,
  path: FieldPath,
): readonly FieldError[] {
  if (fieldPath === "") return [];
  const errors: FieldError[] = [];
  if (trimGoSpace(fieldPath) === "")
    errors.push(invalid(path, fieldPath, "must be non-empty if specified"));
  if (hasLineBreak(fieldPath)) {
    errors.push(invalid(path, fieldPath, "must not contain line breaks"));
  }
  if (!isFieldPath(fieldPath, schema)) {
    errors.push(invalid(path, fieldPath, "must be a valid path"));
  }
  return errors;
}

/**
 * Removes white space at both ends as Go does: U+0085 counts as white space, U+FEFF does not.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strings/strings.go TrimSpace.
 */
function trimGoSpace(value: string): string {
  return value.replace(/^[\s\u0085]+|[\s\u0085]+$/g, "");
}

function hasLineBreak(value: string): boolean {
  return /[\n\r]/.test(value);
}
