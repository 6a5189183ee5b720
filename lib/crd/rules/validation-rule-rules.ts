import { trimSpace } from "../../go/trim-space.ts";
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
    ...(messageExpression !== "" && trimSpace(messageExpression) === ""
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
  const expression = trimSpace(rule.rule);
  const { message = "" } = rule;
  const at = childPath(path, "message");
  if (expression === "") return [required(childPath(path, "rule"), "rule is not specified")];
  if (message !== "" && trimSpace(message) === "") {
    return [invalid(at, message, "must be non-empty if specified")];
  }
  if (hasLineBreak(trimSpace(message)))
    return [invalid(at, message, "must not contain line breaks")];
  return hasLineBreak(expression) && trimSpace(message) === ""
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
  if (trimSpace(fieldPath) === "")
    errors.push(invalid(path, fieldPath, "must be non-empty if specified"));
  if (hasLineBreak(fieldPath)) {
    errors.push(invalid(path, fieldPath, "must not contain line breaks"));
  }
  if (!isFieldPath(fieldPath, schema)) {
    errors.push(invalid(path, fieldPath, "must be a valid path"));
  }
  return errors;
}

function hasLineBreak(value: string): boolean {
  return /[\n\r]/.test(value);
}
