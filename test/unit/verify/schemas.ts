import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { parseStructural } from "../../../lib/schema/structural/parse.ts";
import type { Structural } from "../../../lib/schema/structural/structural.ts";

/** The structural form of a schema, which must be one. */
export function structuralOf(schema: JsonValue): Structural {
  const { structural, errors } = parseStructural(schema);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return structural;
}

/** The structural form of a resource whose spec has these properties. */
export function specOf(properties: JsonObject, restrictions: JsonObject = {}): Structural {
  return structuralOf({
    type: "object",
    required: ["spec"],
    properties: { spec: { type: "object", properties, ...restrictions } },
  });
}

/** The schemas of a CustomResourceDefinition, by version. */
export function versionsOf(crd: JsonValue): readonly { name: string; schema: JsonValue }[] {
  const spec = isObject(crd) ? member(crd, "spec") : undefined;
  const versions = isObject(spec) ? member(spec, "versions") : undefined;
  return (isArray(versions) ? versions : []).filter(isObject).map((version) => {
    const schema = member(version, "schema");
    const props = isObject(schema) ? member(schema, "openAPIV3Schema") : undefined;
    return { name: String(member(version, "name")), schema: props ?? {} };
  });
}
