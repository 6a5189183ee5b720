import type { FieldPlace } from "./field-places.ts";
import type { RuleBuilder } from "./observed-values.ts";

/** Two fields, one of each version, that are converted to each other. */
export interface FieldPair {
  readonly from: FieldPlace;
  readonly to: FieldPlace;
  /** Undefined if the conversion does not change the value. */
  readonly rule: RuleBuilder | undefined;
}
