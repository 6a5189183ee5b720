import type { FieldError } from "../schema/field-error/field-error.ts";

/**
 * The reason to deny a request. `message` is shown to the user; by default it is composed of the faults. Each fault is
 * also in `status.details.causes` with its path.
 */
export interface Refusal {
  readonly message?: string;
  readonly faults: readonly FieldError[];
}
