import type { FieldPlace } from "./field-places.ts";
import type { RuleAt } from "./observed-values.ts";

/** Two fields, one of each version, that are converted to each other. */
export interface FieldPair {
  readonly from: FieldPlace;
  readonly to: FieldPlace;
  /** Undefined if the value is not changed. */
  readonly rule: RuleAt | undefined;
}
