import { isObject, type JsonObject, type JsonValue, member } from "../../../lib/json/value.ts";
import { resolveFieldPath } from "../../../lib/schema/field-path.ts";
import type { Structural } from "../../../lib/schema/structural.ts";

/** A path through a schema: its normal text and the type it leads to, or the error. */
export function run(vector: JsonObject): string | undefined {
  const path = String(member(vector, "path"));
  const arrayNotation = member(vector, "arrayNotation") !== false;
  const got = resolveFieldPath(path, shapeOf(member(vector, "schema")), { arrayNotation });
  const expect = member(vector, "expect");
  if (!isObject(expect)) return "no expectation";
  const same = got.ok
    ? got.value.path === member(expect, "normalized") &&
      got.value.schema?.type === member(expect, "type")
    : got.error === member(expect, "error");
  return same ? undefined : `got ${JSON.stringify(got)}, want ${JSON.stringify(expect)}`;
}

/** Only what shapes an object. */
function shapeOf(schema: JsonValue | undefined): Structural {
  const source = isObject(schema) ? schema : {};
  const properties = member(source, "properties");
  const additional = member(source, "additionalProperties");
  const type = member(source, "type");
  return {
    type: type === "object" || type === "array" || type === "string" ? type : "",
    nullable: false,
    x: { preserveUnknownFields: false, embeddedResource: false, intOrString: false },
    ...(isObject(properties)
      ? {
          properties: new Map(
            Object.entries(properties).map(([name, child]) => [name, shapeOf(child)]),
          ),
        }
      : {}),
    ...(additional === true
      ? { additionalProperties: true as const }
      : isObject(additional)
        ? { additionalProperties: shapeOf(additional) }
        : {}),
  };
}
