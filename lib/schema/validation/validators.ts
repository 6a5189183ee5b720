import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { SchemaPath } from "../constraint/schema-path.ts";
import type { FieldError } from "../field-error/field-error.ts";

/**
 * Reduces a value to what the schema allows at one path. Returns the same value if all of it is valid, a value without
 * the invalid members otherwise, and undefined if no valid value is left.
 */
export type Fitting = (value: JsonValue) => JsonValue | undefined;

/** A path in one object: keys of maps and indexes of lists. */
export type FaultPlace = readonly (string | number)[];

/** The members that identify the items of lists, for each list of a schema: go down by `member` and `item`. */
export interface ListKeys {
  readonly member: (key: string) => ListKeys;
  readonly item: () => ListKeys;
  /** The identifying members of this list's items; undefined if it declares none. */
  readonly keys: readonly string[] | undefined;
}

/** Finds the faults for which the API server would refuse whole objects of one version. */
export interface ObjectValidator {
  /**
   * The faults of a pruned and defaulted object: of values and list types and, if they have none, of rules
   * (`x-kubernetes-validations`). Ignores faults that the API server ignores because the value did not change since `old`.
   * Does not validate the metadata of embedded resources.
   */
  faults(object: JsonObject, old?: JsonObject): readonly FieldError[];
  /** All faults of an object, including those of rules despite faults of values, and of the metadata of embedded resources. */
  everyFault(object: JsonObject): readonly FieldError[];
  /**
   * Compares a base with completed versions of it: the returned function lists the places of the faults that
   * `completed` has and `base` lacks. A fault of an item is not new if the item only moved or if items were added
   * around it.
   */
  faultsBeyond(
    base: JsonObject,
    listKeys: ListKeys,
  ): (completed: JsonObject) => readonly FaultPlace[];
  /**
   * Reduces values to what the schema allows at a path (see {@link Fitting}); undefined if the schema lacks the path. A
   * required member whose path `mayLack` accepts may be absent.
   */
  fitting(path: SchemaPath, mayLack: (path: SchemaPath) => boolean): Fitting | undefined;
}

/**
 * The validators of versions by their `openAPIV3Schema`. They are loaded only when a review needs one: `of` returns
 * undefined for one that is not loaded yet and records the request.
 */
export interface Validators {
  of(schema: JsonObject): ObjectValidator | undefined;
}

/** Never loads a validator: for code that validates no preserved values, such as a single op of a lens. */
export const noValidators: Validators = { of: () => undefined };
