import { isArray, type JsonObject } from "../../json/value.ts";
import type { JsonSchemaProps, SchemaRule, SchemasByName } from "./crd.ts";

/**
 * True if `has` is true for a schema or for a schema at any depth in it. Keywords that the server refuses are searched
 * too.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * SchemaHas.
 */
export function anySchemaMatches(
  root: JsonSchemaProps,
  has: (schema: JsonSchemaProps) => boolean,
): boolean {
  const rest = [root];
  for (let schema = rest.pop(); schema !== undefined; schema = rest.pop()) {
    if (has(schema)) return true;
    for (const child of childSchemas(schema).toReversed()) rest.push(child);
  }
  return false;
}

function childSchemas(schema: JsonSchemaProps): readonly JsonSchemaProps[] {
  return [
    ...itemSchemas(schema),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.not === undefined ? [] : [schema.not]),
    ...schemasIn(schema.properties),
    ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
    ...schemasIn(schema.patternProperties),
    ...(typeof schema.additionalItems === "object" ? [schema.additionalItems] : []),
    ...schemasIn(schema.definitions),
    ...Object.values(schema.dependencies ?? {}).filter(isSchema),
  ];
}

function isSchema(value: JsonSchemaProps | readonly string[]): value is JsonSchemaProps {
  return !isArray(value);
}

/** The schemas in `items`: none, one, or those of a list, which the server refuses. */
export function itemSchemas(schema: JsonSchemaProps): readonly JsonSchemaProps[] {
  if (schema.items === undefined) return [];
  return isSchemaList(schema.items) ? schema.items : [schema.items];
}

/** The schema in `items`; undefined if `items` is absent or a list. */
export function itemSchema(schema: JsonSchemaProps): JsonSchemaProps | undefined {
  return schema.items === undefined || isSchemaList(schema.items) ? undefined : schema.items;
}

function isSchemaList(
  items: JsonSchemaProps | readonly JsonSchemaProps[],
): items is readonly JsonSchemaProps[] {
  return isArray(items);
}

/** The schema in `additionalProperties`; undefined if that is true, false or absent. */
export function additionalSchema(schema: JsonSchemaProps): JsonSchemaProps | undefined {
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

/** The schemas in a map, in the map's order. */
function schemasIn(schemas: SchemasByName | undefined): readonly JsonSchemaProps[] {
  return schemas === undefined ? [] : Object.values(schemas);
}

/** Replaces each schema in a map. The names stay. */
export function mapSchemas(
  schemas: SchemasByName,
  map: (schema: JsonSchemaProps) => JsonSchemaProps,
): SchemasByName {
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, map(each)]));
}

/** The schema of a property of any name, even `__proto__`; undefined if it is not declared. */
export function propertySchema(schema: JsonSchemaProps, name: string): JsonSchemaProps | undefined {
  const properties: SchemasByName | undefined = schema.properties;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** True for a map with at least one member. */
export function isNonEmptyMap(map: JsonObject | undefined): boolean {
  return map !== undefined && Object.keys(map).length > 0;
}

/** True if the schema has rules. Schemas within it are ignored. */
export function hasRule(schema: JsonSchemaProps): boolean {
  return rulesOf(schema).length > 0;
}

/** The rules (`x-kubernetes-validations`) of a schema, without those of schemas within it. */
export function rulesOf(schema: JsonSchemaProps): readonly SchemaRule[] {
  const { "x-kubernetes-validations": rules = [] } = schema;
  return rules;
}

/** The members that identify the items of a list of type map (`x-kubernetes-list-map-keys`). */
export function mapKeysOf(schema: JsonSchemaProps): readonly string[] {
  const { "x-kubernetes-list-map-keys": keys = [] } = schema;
  return keys;
}
