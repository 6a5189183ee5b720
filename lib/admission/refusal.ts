import type { FieldError } from "../schema/field-error/field-error.ts";

/**
 * A reason to deny a request. The user sees `message`; if it is absent, a message composed of the faults. Each fault
 * also becomes a cause, with its path, in `status.details.causes`.
 */
export interface Refusal {
  readonly message?: string;
  readonly faults: readonly FieldError[];
}
