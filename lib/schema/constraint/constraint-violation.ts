import type { FieldError } from "../field-error/field-error.ts";
import type { ConstraintName } from "./constraint.ts";

/** An error of the server with the constraint that it came from. */
export interface ConstraintViolation {
  readonly error: FieldError;
  /** Undefined for what no constraint of the schema says, such as a rule that ran out of its budget. */
  readonly constraint: ConstraintName | undefined;
}
