import type { JsonValue } from "../../json/value.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { duplicate, forbidden, invalid, required } from "../../schema/field-error/field-faults.ts";
import { errorField, type FieldPath } from "../../schema/field-error/path.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { CelError } from "../value/value.ts";

/** The detail of the error once all rules together have cost too much. */
export const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";

/** The detail of the error for a rule whose evaluation failed. `rule`: the rule as messages show it. */
export function evaluationFault({ message }: CelError, rule: string): string {
  if (message.startsWith("no such overload")) {
    return `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${rule}`;
  }
  if (message.startsWith("operation cancelled: actual cost limit exceeded")) {
    return `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`;
  }
  return `${message} evaluating rule: ${rule}`;
}

/**
 * The error for a violated rule. Its type is given by the rule's `reason`. Lists and objects are not shown as values.
 */
export function ruleFault(
  path: FieldPath,
  { type }: Structural,
  value: JsonValue,
  detail: string,
  reason: string | undefined,
): FieldError {
  const isOmitted = type === "object" || type === "array";
  switch (reason) {
    case "FieldValueForbidden":
      return forbidden(path, detail);
    case "FieldValueRequired":
      return required(path, detail);
    case "FieldValueDuplicate":
      return isOmitted
        ? { type: "FieldValueDuplicate", field: errorField(path), detail: "" }
        : duplicate(path, value);
    default:
      return isOmitted
        ? { type: "FieldValueInvalid", field: errorField(path), detail }
        : invalid(path, value, detail);
  }
}
