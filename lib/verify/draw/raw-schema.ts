import type { JsonObject, JsonValue } from "../../json/value.ts";
import type {
  NestedValueValidation,
  Structural,
  StructuralExtensions,
  ValueValidation,
} from "../../schema/structural/structural.ts";

/**
 * The JSONSchemaProps of a structural schema, with only the keywords that value validation reads: no titles, defaults or
 * rules. Used to validate with a part of a schema, or with a changed schema.
 */
export function rawSchema(schema: Structural): JsonObject {
  const { type, nullable, properties, items, additionalProperties, x, validation } = schema;
  return {
    ...(validation !== undefined && rawValidation(validation)),
    ...(type !== "" && { type }),
    ...(nullable && { nullable }),
    ...(properties !== undefined && { properties: rawMap(properties, rawSchema) }),
    ...(items !== undefined && { items: rawSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "boolean"
          ? additionalProperties
          : rawSchema(additionalProperties),
    }),
    ...rawExtensions(x),
  };
}

function rawExtensions(x: StructuralExtensions): JsonObject {
  return {
    ...(x.preserveUnknownFields && { "x-kubernetes-preserve-unknown-fields": true }),
    ...(x.embeddedResource && { "x-kubernetes-embedded-resource": true }),
    ...(x.intOrString && { "x-kubernetes-int-or-string": true }),
    ...(x.listType !== undefined && { "x-kubernetes-list-type": x.listType }),
    ...(x.listMapKeys !== undefined && { "x-kubernetes-list-map-keys": x.listMapKeys }),
  };
}

function rawValidation(validation: ValueValidation): JsonObject {
  const { allOf, anyOf, oneOf, not, ...plain } = validation;
  return {
    ...plain,
    ...(allOf !== undefined && { allOf: allOf.map(rawBranch) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(rawBranch) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(rawBranch) }),
    ...(not !== undefined && { not: rawBranch(not) }),
  };
}

function rawBranch(branch: NestedValueValidation): JsonObject {
  const { properties, items, additionalProperties, validations: _, ...plain } = branch;
  return {
    ...rawValidation(plain),
    ...(properties !== undefined && { properties: rawMap(properties, rawBranch) }),
    ...(items !== undefined && { items: rawBranch(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: rawBranch(additionalProperties),
    }),
  };
}

function rawMap<T>(schemas: ReadonlyMap<string, T>, raw: (schema: T) => JsonValue): JsonObject {
  return Object.fromEntries([...schemas].map(([name, schema]) => [name, raw(schema)]));
}
