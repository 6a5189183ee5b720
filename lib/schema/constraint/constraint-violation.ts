import type { FieldError } from "../field-error/field-error.ts";
import type { ConstraintName } from "./constraint.ts";

/** An error of the server, and the constraint of the schema that caused it. */
export interface ConstraintViolation {
  readonly error: FieldError;
  /** Undefined if no constraint caused the error, for example if a rule ran out of its cost budget. */
  readonly constraint: ConstraintName | undefined;
}
