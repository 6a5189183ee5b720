import type { JsonObject } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import type { FieldError } from "../../schema/field-error/field-error.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import { prune } from "../../schema/pruning/prune.ts";
import { structuralForm } from "../../schema/structural/form.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import type { Validators } from "../../schema/validation/validators.ts";

/** A version's schema at work on objects of that version. */
export interface VersionSchema {
  /** The schema as the CRD has it. */
  readonly declared: JsonObject;
  /** The object as the server holds it: pruned, without nulls that may not be there, its defaults filled in. */
  settle(object: JsonObject): JsonObject;
  /**
   * What the server would refuse of a settled object, but for the metadata of embedded resources. What did not change since
   * `old` is forgiven as there. None where the validator is not loaded yet.
   */
  faultsOf(
    object: JsonObject,
    old: JsonObject | undefined,
    validators: Validators,
  ): readonly FieldError[];
}

/** A schema made ready when an object is first held against it. */
export function versionSchema(schema: JsonObject): VersionSchema {
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
