import { assign, type JsonValue, type MutableJsonObject } from "../../json/value.ts";
import type { JsonSchemaProps, SchemasByName } from "./crd.ts";
import { additionalSchema, itemSchema } from "./schema-walk.ts";

/**
 * The schema against which the server validates defaults, which is not the one for objects: an int-or-string takes any
 * value, and `additionalProperties` within a junctor says nothing.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/schema/kubeopenapi.go ToKubeOpenAPI.
 */
export function schemaForDefaults(schema: JsonSchemaProps): JsonSchemaProps {
  const { additionalProperties } = schema;
  const additional = additionalSchema(schema);
  return {
    ...converted(schema, schemaForDefaults),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        additional === undefined ? additionalProperties : schemaForDefaults(additional),
    }),
  };
}

function branchForDefaults(branch: JsonSchemaProps): JsonSchemaProps {
  return converted(branch, branchForDefaults);
}

function converted(
  schema: JsonSchemaProps,
  below: (schema: JsonSchemaProps) => JsonSchemaProps,
): JsonSchemaProps {
  const { additionalProperties: _, "x-kubernetes-int-or-string": __, ...rest } = schema;
  const { not, properties, allOf, anyOf, oneOf } = schema;
  const item = itemSchema(schema);
  return {
    ...rest,
    ...(item !== undefined && { items: below(item) }),
    ...(properties !== undefined && { properties: mapSchemas(properties, below) }),
    ...(not !== undefined && { not: branchForDefaults(not) }),
    ...(allOf !== undefined && { allOf: allOf.map(branchForDefaults) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(branchForDefaults) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(branchForDefaults) }),
  };
}

function mapSchemas(
  schemas: SchemasByName,
  map: (schema: JsonSchemaProps) => JsonSchemaProps,
): SchemasByName {
  const mapped: MutableJsonObject = {};
  for (const [name, schema] of Object.entries(schemas)) assign(mapped, name, map(schema));
  return mapped satisfies { readonly [name: string]: JsonValue } as SchemasByName;
}
