import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { type JsonObject, member } from "../../../lib/json/value.ts";
import { applyDefaults } from "../../../lib/schema/defaulting/apply-defaults.ts";
import { pruneDefaults } from "../../../lib/schema/defaulting/prune-defaults.ts";
import { dropNonNullableNulls } from "../../../lib/schema/pruning/nulls.ts";
import { structuralOf } from "../schemas.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `default`: the object without nulls that are not nullable, then with defaults. */
export function run(vector: JsonObject): string | undefined {
  const parsed = structuralOf(vector);
  const keeps = member(vector, "keepDefaultsUnpruned") === true;
  const structural = keeps || parsed === undefined ? parsed : pruneDefaults(parsed);
  const withoutNulls = dropNonNullableNulls(member(vector, "object") ?? null, structural);
  const object = applyDefaults(deepFreeze(withoutNulls), structural);
  const expected = expectedOf(vector);
  return (
    differenceOfValues("afterNullPruning", withoutNulls, member(expected, "afterNullPruning")) ??
    differenceOfValues("object", object, member(expected, "object"))
  );
}
