import { isArray, isObject, type JsonObject, type JsonValue } from "../../../lib/json/value.ts";
import { yamlOf } from "./yaml-of.ts";

/**
 * The schema that a note of fields means: `spec: { timeout: string, required ports: [{ key name: string }] }`. Words are
 * types; `any` is free JSON, `quantity` integer or string, `A | B` an enum; `integer = 80` has a default, `integer up to 10`
 * a maximum. A member may be `required`, `key` (of the items of a list of type map), or `any key` (of a map with free keys).
 */
export function schemaOf(note: string): JsonObject {
  return { ...mapSchema(objectOf(yamlOf(`{ ${note} }`))), type: "object" };
}

function objectOf(value: JsonValue): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${JSON.stringify(value)} is not a map`);
}

function valueSchema(note: JsonValue): JsonObject {
  if (isArray(note)) return listSchema(note[0] ?? "any");
  if (isObject(note)) return mapSchema(note);
  const [type = "", value] = String(note).split(" = ");
  return value === undefined ? typeSchema(type) : { ...typeSchema(type), default: yamlOf(value) };
}

function typeSchema(type: string): JsonObject {
  const [base = "", maximum] = type.split(" up to ");
  if (maximum !== undefined) return { ...typeSchema(base), maximum: Number(maximum) };
  if (type === "any") return { "x-kubernetes-preserve-unknown-fields": true };
  if (type === "quantity") return { "x-kubernetes-int-or-string": true };
  if (["string", "integer", "number", "boolean"].includes(type)) return { type };
  return { type: "string", enum: type.split(" | ") };
}

function listSchema(item: JsonValue): JsonObject {
  const keys = isObject(item) ? namesWith(item, "key") : [];
  return {
    type: "array",
    items: valueSchema(item),
    ...(keys.length > 0 && {
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": keys,
    }),
  };
}

function mapSchema(note: JsonObject): JsonObject {
  const free = note["any key"];
  if (free !== undefined) return { type: "object", additionalProperties: valueSchema(free) };
  const required = [...namesWith(note, "required"), ...namesWith(note, "key")];
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(note).map(([name, value]) => [nameIn(name), valueSchema(value)]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function namesWith(note: JsonObject, word: string): readonly string[] {
  return Object.keys(note)
    .filter((name) => name.startsWith(`${word} `))
    .map(nameIn);
}

function nameIn(name: string): string {
  return name.replace(/^(required|key) /, "");
}
