import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { SchemaPath } from "../constraint/schema-path.ts";
import type { FieldError } from "../field-error/field-error.ts";

/** What a place takes of a value, the same value where that is all of it; undefined where it takes nothing. */
export type Fitting = (value: JsonValue) => JsonValue | undefined;

/** A path in one object: keys of maps and indexes of lists. */
export type FaultPlace = readonly (string | number)[];

/** Which members tell the items of each list apart. */
export interface ListKeys {
  readonly member: (key: string) => ListKeys;
  readonly item: () => ListKeys;
  /** Of this list; undefined where none do. */
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
   * The places of all faults of a completed object that the base lacks, even if its items are in another order or beside
   * others.
   */
  faultsBeyond(
    base: JsonObject,
    listKeys: ListKeys,
  ): (completed: JsonObject) => readonly FaultPlace[];
  /** What a place of the schema takes, a map also without the required members that `mayLack` names by their paths. */
  fitting(path: SchemaPath, mayLack: (path: SchemaPath) => boolean): Fitting | undefined;
}

/**
 * The validators of versions by their `openAPIV3Schema`. They are loaded only when a review needs one: `of` returns
 * undefined for one that is not loaded yet and records the request.
 */
export interface Validators {
  of(schema: JsonObject): ObjectValidator | undefined;
}

/** For code that validates no preserved values, such as the ops of a lens on their own. */
export const noValidators: Validators = { of: () => undefined };
