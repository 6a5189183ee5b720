import { type JsonObject, member } from "../../../lib/json/value.ts";
import { coerceMetadata } from "../../../lib/schema/metadata/object-meta.ts";
import { differenceOfErrors } from "../field-errors.ts";
import { structuralOf } from "../schemas.ts";
import { differenceOfValues, expectedOf } from "../values.ts";

/** Op `coerce`: the object with coerced metadata and the unknown fields of its metadata, or the first error. */
export function run(vector: JsonObject): string | undefined {
  const structural = structuralOf(vector);
  const got = coerceMetadata(member(vector, "object") ?? null, structural, {
    isResourceRoot: member(vector, "isResourceRoot") === true,
    dropInvalidFields: member(vector, "dropInvalidFields") === true,
  });
  const expected = expectedOf(vector);
  const error = member(expected, "error");
  const errors = got.error === undefined ? [] : [got.error];
  return (
    differenceOfErrors(errors, error === undefined ? [] : [error]) ??
    differenceOfValues("unknown", got.unknown, member(expected, "unknown")) ??
    (got.error === undefined
      ? differenceOfValues("object", got.object, member(expected, "object"))
      : undefined)
  );
}
