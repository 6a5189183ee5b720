import { type JsonObject, member } from "../../../lib/json/value.ts";
import { validateEmbeddedResources } from "../../../lib/schema/metadata/embedded-resources.ts";
import { differenceOfErrors } from "../field-errors.ts";
import { structuralOf } from "../schemas.ts";
import { expectedOf } from "../values.ts";

/** Op `embedded`: the errors in apiVersion, kind and metadata of the resource and of embedded resources. */
export function run(vector: JsonObject): string | undefined {
  const isResourceRoot = member(vector, "isResourceRoot") === true;
  const errors = validateEmbeddedResources(member(vector, "object") ?? null, structuralOf(vector), {
    isResourceRoot,
  });
  return differenceOfErrors(errors, member(expectedOf(vector), "errors"));
}
