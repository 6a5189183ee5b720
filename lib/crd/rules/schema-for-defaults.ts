import type { JsonSchemaProps } from "../../schema/definition/crd.ts";
import { additionalSchema, itemSchema, mapSchemas } from "../../schema/definition/schema-walk.ts";

/**
 * The schema by which the server validates defaults. It differs from the schema for objects in that an int-or-string
 * allows any value. It must be compiled with the option `allFormats`: the server checks defaults against all formats.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/kubeopenapi.go
 * ToKubeOpenAPI.
 */
export function schemaForDefaults(schema: JsonSchemaProps): JsonSchemaProps {
  const { "x-kubernetes-int-or-string": _, ...rest } = schema;
  const { not, properties, allOf, anyOf, oneOf } = schema;
  const [item, additional] = [itemSchema(schema), additionalSchema(schema)];
  return {
    ...rest,
    ...(item !== undefined && { items: schemaForDefaults(item) }),
    ...(properties !== undefined && { properties: mapSchemas(properties, schemaForDefaults) }),
    ...(additional !== undefined && { additionalProperties: schemaForDefaults(additional) }),
    ...(not !== undefined && { not: schemaForDefaults(not) }),
    ...(allOf !== undefined && { allOf: allOf.map(schemaForDefaults) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(schemaForDefaults) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(schemaForDefaults) }),
  };
}
