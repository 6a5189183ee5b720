import type { JsonObject } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import { prune } from "../../schema/pruning/prune.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { Validators } from "../../schema/validation/validators.ts";

/** The schema of a version, applied to objects of that version. */
export interface VersionSchema {
  /** The schema as the CRD has it. */
  readonly declared: JsonObject;
  /** The object as the server stores it: pruned, without nulls in fields that are not nullable, with defaults. */
  settle(object: JsonObject): JsonObject;
  /**
   * The server's errors for a settled object, without those of embedded resources' metadata. Errors that `old` had too
   * are ignored or not as by the server's ratcheting. Empty if the validator is not loaded yet.
   */
  faultsOf(
    object: JsonObject,
    old: JsonObject | undefined,
    validators: Validators,
  ): readonly FieldError[];
}

/** A schema that is parsed at its first use. */
export function lazySchema(schema: JsonObject): VersionSchema {
  let made: Structural | undefined;
  const structural = (): Structural => {
    made ??= structuralForm(schema);
    return made;
  };
  return {
    declared: schema,
    settle: (object) => settled(object, structural()),
    faultsOf: (object, old, validators) => validators.of(schema)?.faults(object, old) ?? [],
  };
}

function settled(object: JsonObject, structural: Structural): JsonObject {
  const { object: pruned } = prune(object, structural, { isResourceRoot: true });
  return applyDefaults(dropNonNullableNulls(pruned, structural), structural);
}
