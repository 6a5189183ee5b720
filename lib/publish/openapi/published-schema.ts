import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { additionalSchema, itemSchema, mapSchemas } from "../../schema/definition/schema-walk.ts";
import { isIntOrStringAnyOf } from "../../schema/structural/zero.ts";
import type { OpenApiVersion } from "./native-properties.ts";

const integerOrString: readonly JsonSchemaProps[] = [{ type: "integer" }, { type: "string" }];

/**
 * A structural schema as the server publishes it. `x-kubernetes-int-or-string` is expanded to an `anyOf` of both types.
 *
 * In v2 it lacks what v2 can't represent: allOf, anyOf, oneOf, not and default, and the type, items and properties of nullable
 * schemas. It also lacks items and properties of a schema that preserves unknown fields, which kubectl can't read.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/unfold.go,
 * kubeopenapi.go; pkg/controller/openapi/v2/conversion.go ToStructuralOpenAPIV2.
 */
export function publishedSchema(schema: JsonSchemaProps, openApi: OpenApiVersion): JsonSchemaProps {
  const unfoldedSchema = withoutEmpty(withIntOrStringUnfolded(schema));
  const own =
    openApi === "v2" ? inV2(unfoldedSchema) : { ...unfoldedSchema, ...junctorsIn(unfoldedSchema) };
  const { properties } = own;
  const [item, additional] = [itemSchema(own), additionalSchema(own)];
  return {
    ...own,
    ...(properties !== undefined && {
      properties: mapSchemas(properties, (property) => publishedSchema(property, openApi)),
    }),
    ...(item !== undefined && { items: publishedSchema(item, openApi) }),
    ...(additional !== undefined && {
      additionalProperties: publishedSchema(additional, openApi),
    }),
  };
}

function withIntOrStringUnfolded(schema: JsonSchemaProps): JsonSchemaProps {
  if (schema["x-kubernetes-int-or-string"] !== true) return schema;
  const { anyOf = [], allOf = [] } = schema;
  const [first] = allOf;
  if (isIntOrStringAnyOf(schema) || (first !== undefined && isIntOrStringAnyOf(first)))
    return schema;
  return anyOf.length === 0
    ? { ...schema, anyOf: integerOrString }
    : { ...schema, allOf: [{ anyOf: integerOrString }, ...allOf] };
}

/** Removes members that are empty lists, which the server's encoder omits. */
function withoutEmpty(schema: JsonSchemaProps): JsonSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function inV2(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, default: _____, ...rest } = schema;
  const nullless = schema.nullable === true ? withoutShape(rest) : rest;
  const keepsUnknown = nullless["x-kubernetes-preserve-unknown-fields"] === true;
  const shaped = keepsUnknown ? withoutMembers(nullless) : nullless;
  return withRequired(withoutUnsupportedType(shaped, keepsUnknown), schema);
}

function withoutShape(schema: JsonSchemaProps): JsonSchemaProps {
  const { type: _, nullable: __, ...rest } = schema;
  return withoutMembers(rest);
}

function withoutMembers(schema: JsonSchemaProps): JsonSchemaProps {
  const { items: _, properties: __, ...rest } = schema;
  return rest;
}

function withoutUnsupportedType(schema: JsonSchemaProps, keepsUnknown: boolean): JsonSchemaProps {
  const isBareList = schema.type === "array" && schema.items === undefined;
  if (!isBareList && !(keepsUnknown && schema.type === "object")) return schema;
  const { type: _, ...rest } = schema;
  return rest;
}

/** Removes nullable properties from the `required` of a schema in v2, which can't represent null. */
function withRequired(published: JsonSchemaProps, schema: JsonSchemaProps): JsonSchemaProps {
  const { required = [], ...rest } = published;
  const nullable = Object.entries(published.properties ?? {}).flatMap(([name, property]) =>
    property.nullable === true ? [name] : [],
  );
  const left: readonly string[] =
    additionalSchema(schema)?.nullable === true
      ? []
      : required.filter((name) => !nullable.includes(name));
  return left.length === 0 ? rest : { ...rest, required: left };
}

function junctorsIn(schema: JsonSchemaProps): JsonSchemaProps {
  const { allOf, anyOf, oneOf, not } = schema;
  return {
    ...(allOf !== undefined && { allOf: allOf.map(branch) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(branch) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(branch) }),
    ...(not !== undefined && { not: branch(not) }),
  };
}

function branch(schema: JsonSchemaProps): JsonSchemaProps {
  const kept = withoutEmpty(schema);
  const { properties } = kept;
  const item = itemSchema(kept);
  return {
    ...kept,
    ...junctorsIn(kept),
    ...(item !== undefined && { items: branch(item) }),
    ...(properties !== undefined && { properties: mapSchemas(properties, branch) }),
  };
}
