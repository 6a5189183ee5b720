import type { FieldError } from "../field-error/field-error.ts";
import type { ConstraintName } from "./constraint.ts";

/** An error as the server reports it, and the constraint of the schema that was violated. */
export interface ConstraintViolation {
  readonly error: FieldError;
  /** Undefined if no constraint caused the error, for example if a rule exceeded its cost budget. */
  readonly constraint: ConstraintName | undefined;
}
