import type { FieldPlace } from "./field-places.ts";
import type { RuleAt } from "./observed-values.ts";

/** Two fields, one of each version, each of which becomes the other. */
export interface FieldPair {
  readonly from: FieldPlace;
  readonly to: FieldPlace;
  /** Undefined where the value stays as it is. */
  readonly rule: RuleAt | undefined;
}
