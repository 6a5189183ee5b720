import { type JsonObject, member } from "../../../lib/json/value.ts";
import { resolveFieldPath } from "../../../lib/schema/structural/field-path.ts";
import { structuralOf } from "../schemas.ts";
import { expectedOf } from "../values.ts";

/** Op `fieldpath`: the normal form of a path in a schema and the type at its end, or the error. */
export function run(vector: JsonObject): string | undefined {
  const path = String(member(vector, "path"));
  const arrayNotation = member(vector, "arrayNotation") !== false;
  const structural = structuralOf(vector);
  if (structural === undefined) return "no schema";
  const got = resolveFieldPath(path, structural, { arrayNotation });
  const expect = expectedOf(vector);
  const same = got.ok
    ? got.value.path === member(expect, "normalized") &&
      got.value.schema?.type === member(expect, "type")
    : got.error === member(expect, "error");
  return same ? undefined : `got ${JSON.stringify(got)}, want ${JSON.stringify(expect)}`;
}
