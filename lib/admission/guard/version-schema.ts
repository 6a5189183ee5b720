import type { JsonObject } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import { prune } from "../../schema/pruning/prune.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { Validators } from "../../schema/validation/validators.ts";

/** The schema of one version, with the operations that the guard needs. */
export interface VersionSchema {
  /** The schema as written in the CRD. */
  readonly declared: JsonObject;
  /**
   * Returns the object as the server would store it: pruned, with defaults, and without nulls in fields that are not
   * nullable.
   */
  settle(object: JsonObject): JsonObject;
  /**
   * The server's errors for an object that `settle` returned, without errors about the metadata of embedded
   * resources, and without those that the server's ratcheting ignores because `old` had them too. Empty if the validator is
   * not loaded yet.
   */
  faultsOf(
    object: JsonObject,
    old: JsonObject | undefined,
    validators: Validators,
  ): readonly FieldError[];
}

/** A schema that is parsed when it is first used. */
export function lazySchema(schema: JsonObject): VersionSchema {
  let parsed: Structural | undefined;
  const structural = (): Structural => {
    parsed ??= structuralForm(schema);
    return parsed;
  };
  return {
    declared: schema,
    settle: (object) => prunedWithDefaults(object, structural()),
    faultsOf: (object, old, validators) => validators.of(schema)?.faults(object, old) ?? [],
  };
}

function prunedWithDefaults(object: JsonObject, structural: Structural): JsonObject {
  const { object: pruned } = prune(object, structural, { isResourceRoot: true });
  return applyDefaults(dropNonNullableNulls(pruned, structural), structural);
}
