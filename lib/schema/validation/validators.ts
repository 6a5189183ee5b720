import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { SchemaPath } from "../constraint/schema-path.ts";
import type { FieldError } from "../field-error/field-error.ts";

/**
 * Reduces a value to what the schema allows at one path. Returns the same value if all of it is valid, else the value
 * without its invalid members, or undefined if no valid value remains.
 */
export type TrimToSchema = (value: JsonValue) => JsonValue | undefined;

/** What a reduced value must have, by the path in the schema. */
export interface FittedMembers {
  /** True for a required member that may be absent where the value did not have it either. */
  readonly mayLack: (path: SchemaPath) => boolean;
  /** True for a member that is never left out alone: if the schema refuses it, the whole map is refused. */
  readonly mustStay: (path: SchemaPath) => boolean;
  /** True if all required members may be absent, whatever `mayLack` returns. */
  readonly mayBeIncomplete: boolean;
}

/** A path in one object: keys of maps and indexes of lists. */
export type FaultPath = readonly (string | number)[];

/**
 * The members that identify list items, for each list of a schema. `member` and `item` lead to the lists within a
 * member or an item.
 */
export interface ListKeys {
  readonly member: (key: string) => ListKeys;
  readonly item: () => ListKeys;
  /** The members that identify this list's items; undefined if the schema declares none. */
  readonly keys: readonly string[] | undefined;
}

/** Finds the faults for which the API server would refuse an object of one version. */
export interface ObjectValidator {
  /**
   * The faults of a pruned and defaulted object: faults of values and list types or, if there are none, of rules
   * (`x-kubernetes-validations`). Faults that the API server ignores because the value is unchanged since `old` are
   * left out. The metadata of embedded resources is not validated.
   */
  faults(object: JsonObject, old?: JsonObject): readonly FieldError[];
  /**
   * All faults of an object, including those of the metadata of embedded resources. Rules are evaluated even if values
   * have faults.
   */
  everyFault(object: JsonObject): readonly FieldError[];
  /**
   * Returns a function that compares `completed`, which is `base` with preserved values applied, with `base`. It returns
   * the places of faults that only `completed` has. A fault of an item that only moved to another index is left out.
   */
  faultsBeyond(
    base: JsonObject,
    listKeys: ListKeys,
  ): (completed: JsonObject) => readonly FaultPath[];
  /**
   * Returns a function that reduces values to what the schema allows at a path; undefined if the schema does not have
   * the path.
   */
  fitting(path: SchemaPath, members: FittedMembers): TrimToSchema | undefined;
}

/**
 * The validators of versions, by their `openAPIV3Schema`. A validator is loaded only if a review needs it: if it is not
 * loaded yet, `of` returns undefined and notes that it has to be loaded.
 */
export interface Validators {
  of(schema: JsonObject): ObjectValidator | undefined;
}

/** Never loads a validator. For code that does not validate preserved values, such as a single op of a lens. */
export const noValidators: Validators = { of: () => undefined };
