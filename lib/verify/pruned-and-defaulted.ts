import type { JsonObject } from "../json/value.ts";
import type { ReviewObject } from "../protocol/conversion-review.ts";
import { applyDefaults } from "../schema/defaulting/apply-defaults.ts";
import { dropNonNullableNulls } from "../schema/pruning/nulls.ts";
import { prune } from "../schema/pruning/prune.ts";
import type { SubjectVersion } from "./subject.ts";

/** An object after the server's treatment of a conversion result: pruned, with defaults set by the version's schema. */
export function prunedAndDefaulted(
  object: ReviewObject,
  { schema }: Pick<SubjectVersion, "schema">,
): ReviewObject {
  const { object: pruned } = prune(object, schema, { isResourceRoot: true });
  const filled = applyDefaults(dropNonNullableNulls(pruned, schema), schema);
  return { ...filled, apiVersion: object.apiVersion, kind: object.kind };
}

/** The paths of an object's fields that the version's schema does not declare. */
export function undeclaredPaths(object: JsonObject, { schema }: SubjectVersion): readonly string[] {
  return prune(object, schema, { isResourceRoot: true }).pruned;
}
