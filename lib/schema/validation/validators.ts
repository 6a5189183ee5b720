import type { JsonObject } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";

/** Finds what the API server would refuse of whole objects of one version. */
export interface ObjectValidator {
  /**
   * What the API server would say of a settled object: values and list types, and rules (`x-kubernetes-validations`) where
   * the first two have no fault. What did not change since `old` is forgiven as there. Not the metadata of embedded
   * resources.
   */
  faults(object: JsonObject, old?: JsonObject): readonly FieldError[];
  /** Every fault of an object, also of rules where values are at fault, and of the metadata of embedded resources. */
  everyFault(object: JsonObject): readonly FieldError[];
}

/**
 * The validators of versions, by their `openAPIV3Schema`. They are loaded only when a review needs one: `of` gives
 * undefined for one that is not loaded yet and remembers that it was asked for.
 */
export interface Validators {
  of(schema: JsonObject): ObjectValidator | undefined;
}

/** For what judges no preserved value: the ops of a lens on their own. */
export const noValidators: Validators = { of: () => undefined };
