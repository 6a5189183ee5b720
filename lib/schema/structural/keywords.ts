import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";

/** The type of a keyword's value. `rules` is the type of `x-kubernetes-validations`; `any` allows any JSON. */
export type KeywordKind =
  | "text"
  | "pointer to text"
  | "flag"
  | "pointer to flag"
  | "number"
  | "integer"
  | "texts"
  | "values"
  | "any"
  | "schema"
  | "schemas"
  | "schema map"
  | "schema or list"
  | "schema or flag"
  | "dependencies"
  | "map"
  | "rules";

/**
 * All keywords of a schema, with the types of their values. Any other keyword is an unknown field and is dropped.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/types_jsonschema.go
 * JSONSchemaProps.
 */
export const keywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ["id", "text"],
  ["$schema", "text"],
  ["$ref", "text"],
  ["description", "text"],
  ["type", "text"],
  ["format", "text"],
  ["title", "text"],
  ["default", "any"],
  ["maximum", "number"],
  ["exclusiveMaximum", "flag"],
  ["minimum", "number"],
  ["exclusiveMinimum", "flag"],
  ["maxLength", "integer"],
  ["minLength", "integer"],
  ["pattern", "text"],
  ["maxItems", "integer"],
  ["minItems", "integer"],
  ["uniqueItems", "flag"],
  ["multipleOf", "number"],
  ["enum", "values"],
  ["maxProperties", "integer"],
  ["minProperties", "integer"],
  ["required", "texts"],
  ["items", "schema or list"],
  ["allOf", "schemas"],
  ["oneOf", "schemas"],
  ["anyOf", "schemas"],
  ["not", "schema"],
  ["properties", "schema map"],
  ["additionalProperties", "schema or flag"],
  ["patternProperties", "schema map"],
  ["dependencies", "dependencies"],
  ["additionalItems", "schema or flag"],
  ["definitions", "schema map"],
  ["externalDocs", "map"],
  ["example", "any"],
  ["nullable", "flag"],
  ["x-kubernetes-preserve-unknown-fields", "pointer to flag"],
  ["x-kubernetes-embedded-resource", "flag"],
  ["x-kubernetes-int-or-string", "flag"],
  ["x-kubernetes-list-map-keys", "texts"],
  ["x-kubernetes-list-type", "pointer to text"],
  ["x-kubernetes-map-type", "pointer to text"],
  ["x-kubernetes-validations", "rules"],
]);

/** True if the keyword's value is true. */
export function flagOf(schema: JsonObject, keyword: string): boolean {
  return member(schema, keyword) === true;
}

/** The value of a keyword. Null counts as absent, as for all fields that the server decodes. */
export function keywordOf(schema: JsonObject, keyword: string): JsonValue | undefined {
  return member(schema, keyword) ?? undefined;
}

/** The list of a keyword; undefined if the keyword is absent or not a list. */
export function keywordList(schema: JsonObject, keyword: string): JsonArray | undefined {
  const value = member(schema, keyword);
  return isArray(value) ? value : undefined;
}

/**
 * The strings of a keyword; undefined if the keyword is absent or not a list. An item that is not a string becomes an
 * empty string.
 */
export function keywordTexts(schema: JsonObject, keyword: string): readonly string[] | undefined {
  return keywordList(schema, keyword)?.map((text) => (typeof text === "string" ? text : ""));
}

/** The schema in `items`, `not` or `additionalProperties`; undefined if the keyword has no schema. */
export function schemaOf(schema: JsonObject, keyword: string): JsonObject | undefined {
  const value = member(schema, keyword);
  return isObject(value) ? value : undefined;
}

/** The schemas in `allOf`, `anyOf` or `oneOf`. An item that is not a map becomes an empty schema. */
export function keywordSchemas(schema: JsonObject, keyword: string): readonly JsonObject[] {
  return (keywordList(schema, keyword) ?? []).map(schemaOrEmpty);
}

/** The schemas in `properties` by name; undefined if that is not a map. A value that is not a map becomes an empty schema. */
export function propertiesOf(schema: JsonObject): ReadonlyMap<string, JsonObject> | undefined {
  const value = member(schema, "properties");
  if (!isObject(value)) return undefined;
  const properties = new Map<string, JsonObject>();
  for (const name of Object.keys(value)) properties.set(name, schemaOrEmpty(value[name]));
  return properties;
}

/** The schema given by an item of a list or a member of a map. If that is not a map, even if it is null, an empty schema. */
export function schemaOrEmpty(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
