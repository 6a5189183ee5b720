import { isDeeperThan } from "../../json/parse.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { rewriteMap } from "../../schema/structural/rewrite.ts";
import { maxCrdDepth } from "../read-crd.ts";

const keyword = "x-kubernetes-preserve-unknown-fields";

/**
 * Adds {@link keyword} to each object in a schema, so that nothing is pruned, as with `preserveUnknownFields: true`. Leaves
 * `allOf`, `anyOf`, `oneOf` and `not` unchanged, and a schema with more than {@link maxCrdDepth} levels too.
 */
export function keepingUnknownFields(schema: JsonObject): JsonObject {
  return isDeeperThan(schema, maxCrdDepth) ? schema : preservingUnknownFields(schema);
}

function preservingUnknownFields(schema: JsonObject): JsonObject {
  const below = rewriteMap(schema, (value, key) => markedBelow(value, key));
  return isObjectSchema(schema) ? { ...below, [keyword]: true } : below;
}

function markedBelow(value: JsonValue, key: string): JsonValue {
  if (!isObject(value)) return value;
  if (key === "items" || key === "additionalProperties") return preservingUnknownFields(value);
  return key === "properties" ? rewriteMap(value, markedSchema) : value;
}

function markedSchema(value: JsonValue): JsonValue {
  return isObject(value) ? preservingUnknownFields(value) : value;
}

/** True for a schema of objects whose `additionalProperties` is not a schema. */
function isObjectSchema(schema: JsonObject): boolean {
  const type = member(schema, "type");
  const isMap = isObject(member(schema, "additionalProperties"));
  const isObjectType =
    type === "object" || (type === undefined && isObject(member(schema, "properties")));
  return isObjectType && !isMap;
}
