import type { JsonValue } from "../json/value.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { invalid } from "../schema/field-error/field-faults.ts";
import { joinedMessage } from "../schema/field-error/field-message.ts";
import { compilePattern, type Re2 } from "../schema/pattern/pattern.ts";
import { parseStructural } from "../schema/structural/parse.ts";
import { readCrd } from "./read-crd.ts";

/** The NonStructuralSchema condition in a definition's status. */
export interface NonStructuralCondition {
  readonly type: "NonStructuralSchema";
  /** `Unknown` if a schema has a keyword for which the server can't compute the structural form. */
  readonly status: "True" | "Unknown";
  readonly reason: "Violations" | "StructuralError";
  readonly message: string;
}

/**
 * The NonStructuralSchema condition that the server sets for a v1 CustomResourceDefinition; undefined if its schemas
 * are structural.
 *
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/controller/nonstructuralschema/nonstructuralschema_controller.go
 * calculateCondition.
 */
export function nonStructuralCondition(
  crd: JsonValue,
  re2: Re2,
): NonStructuralCondition | undefined {
  const { spec } = readCrd(crd).crd;
  const errors: FieldError[] =
    spec.preserveUnknownFields === true
      ? [invalid("spec.preserveUnknownFields", true, "must be false")]
      : [];
  for (const [index, version] of (spec.versions ?? []).entries()) {
    const schema = version.schema?.openAPIV3Schema;
    if (schema === undefined) continue;
    const parsed = parseStructural(schema, {
      path: `spec.versions[${index}].schema.openAPIV3Schema`,
      patternFault: (pattern) => compilePattern(pattern, re2).error,
    });
    if (parsed.unsupported !== undefined) {
      const why = `failed to check validation schema for version ${version.name}: ${parsed.unsupported.detail}`;
      return condition("Unknown", "StructuralError", why);
    }
    for (const error of parsed.errors) errors.push(error);
  }
  return errors.length === 0 ? undefined : condition("True", "Violations", joinedMessage(errors));
}

function condition(
  status: NonStructuralCondition["status"],
  reason: NonStructuralCondition["reason"],
  message: string,
): NonStructuralCondition {
  return { type: "NonStructuralSchema", status, reason, message };
}
