import { isArray, isObject, type JsonArray, type JsonObject } from "../../../../lib/json/value.ts";
import { type WrittenConversion, withMap, without } from "./written-edge.ts";

/** Knative's EventType: v1beta2 has three attributes as members, v1beta3 all of them as a list, four of them always. */
export const eventType: WrittenConversion = {
  forward: (body) => withMap(body, "spec", newSpec),
  backward: (body) => withMap(body, "spec", oldSpec),
};

function newSpec(spec: JsonObject): JsonObject {
  const { type, source, schema, ...rest } = spec;
  const attributes = [
    { name: "specversion", required: true },
    { name: "id", required: true },
    { name: "type", required: true, ...(type !== undefined && { value: type }) },
    { name: "source", required: true, ...(source !== undefined && { value: source }) },
    ...(schema === undefined ? [] : [{ name: "schemadata", required: false, value: schema }]),
  ];
  return { ...without(rest, ["broker", "schemaData"]), attributes };
}

function oldSpec(spec: JsonObject): JsonObject {
  const { attributes, ...rest } = spec;
  if (!isArray(attributes)) return rest;
  const type = textOf("type", attributes);
  const source = textOf("source", attributes);
  const schema = textOf("schemadata", attributes);
  return {
    ...rest,
    ...(type !== undefined && { type }),
    ...(source !== undefined && { source }),
    ...(schema !== undefined && { schema }),
  };
}

function textOf(name: string, attributes: JsonArray): JsonObject[string] | undefined {
  const found = attributes.find((attribute) => isObject(attribute) && attribute["name"] === name);
  return isObject(found) ? found["value"] : undefined;
}
