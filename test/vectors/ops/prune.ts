import { deepFreeze } from "../../../lib/json/deep-freeze.ts";
import { type JsonObject, member } from "../../../lib/json/value.ts";
import { prune } from "../../../lib/schema/pruning/prune.ts";
import { structuralOf } from "../schemas.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `prune`: the pruned object and the removed paths. */
export function run(vector: JsonObject): string | undefined {
  const structural = structuralOf(vector);
  const isResourceRoot = member(vector, "isResourceRoot") === true;
  const got = prune(deepFreeze(member(vector, "object") ?? null), structural, { isResourceRoot });
  const expected = expectedOf(vector);
  return (
    differenceOfValues("object", got.object, member(expected, "object")) ??
    differenceOfValues("pruned", got.pruned, member(expected, "pruned"))
  );
}
