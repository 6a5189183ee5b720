import type { JsonSchemaProps, SchemasByName } from "../../schema/definition/crd.ts";
import { additionalSchema, itemSchema, mapSchemas } from "../../schema/definition/schema-walk.ts";

/**
 * The two forms in which the server publishes OpenAPI: v2 at /openapi/v2, v3 for each group and version at /openapi/v3.
 */
export type OpenApiVersion = "v2" | "v3";

const conventions =
  "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";

const typeMeta: SchemasByName = {
  apiVersion: {
    description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${conventions}#resources`,
    type: "string",
  },
  kind: {
    description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${conventions}#types-kinds`,
    type: "string",
  },
};

const embeddedTypeMeta: SchemasByName = {
  apiVersion: {
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
    type: "string",
  },
  kind: {
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
    type: "string",
  },
};

/** The link that the server adds to the description of a list's `items`. */
export const listItemsMoreInfo = `More info: ${conventions}`;

/**
 * A reference to a metadata type, with a description. In v3 a `$ref` must not have siblings, so it is wrapped in
 * `allOf`.
 */
function metadataProperty(
  name: "ObjectMeta" | "ListMeta",
  description: string,
  openApi: OpenApiVersion,
): JsonSchemaProps {
  const reference = { $ref: referenceTo(`io.k8s.apimachinery.pkg.apis.meta.v1.${name}`, openApi) };
  return openApi === "v2" ? { description, ...reference } : { description, allOf: [reference] };
}

/** The `$ref` of a definition. */
export function referenceTo(name: string, openApi: OpenApiVersion): string {
  return openApi === "v2" ? `#/definitions/${name}` : `#/components/schemas/${name}`;
}

function objectMetaProperty(openApi: OpenApiVersion): JsonSchemaProps {
  const description = `Standard object's metadata. More info: ${conventions}#metadata`;
  return metadataProperty("ObjectMeta", description, openApi);
}

/** The properties of a list type, without `items`. */
export function listProperties(openApi: OpenApiVersion): SchemasByName {
  const description = `Standard list metadata. More info: ${conventions}#types-kinds`;
  return { ...typeMeta, metadata: metadataProperty("ListMeta", description, openApi) };
}

/**
 * Replaces apiVersion, kind and metadata in a resource's schema, and in its embedded resources, by the server's own
 * properties.
 */
export function withNativeProperties(
  schema: JsonSchemaProps,
  openApi: OpenApiVersion,
): JsonSchemaProps {
  const native = { ...typeMeta, metadata: objectMetaProperty(openApi) };
  return withEmbedded({ ...schema, properties: { ...schema.properties, ...native } }, openApi);
}

function withEmbedded(schema: JsonSchemaProps, openApi: OpenApiVersion): JsonSchemaProps {
  const { properties } = schema;
  const [item, additional] = [itemSchema(schema), additionalSchema(schema)];
  const below: JsonSchemaProps = {
    ...schema,
    ...(properties !== undefined && {
      properties: mapSchemas(properties, (property) => withEmbedded(property, openApi)),
    }),
    ...(item !== undefined && { items: withEmbedded(item, openApi) }),
    ...(additional !== undefined && { additionalProperties: withEmbedded(additional, openApi) }),
  };
  return showsEmbedded(schema, openApi) ? asEmbedded(below, openApi) : below;
}

/**
 * True if the properties of an embedded resource are published. In v2 they are not published for a resource that
 * preserves unknown fields: kubectl would refuse fields that are not listed.
 */
function showsEmbedded(schema: JsonSchemaProps, openApi: OpenApiVersion): boolean {
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  return schema["x-kubernetes-embedded-resource"] === true && !(openApi === "v2" && keepsUnknown);
}

function asEmbedded(schema: JsonSchemaProps, openApi: OpenApiVersion): JsonSchemaProps {
  const required: readonly string[] = schema.required ?? [];
  const missing = ["kind", "apiVersion"].filter((name) => !required.includes(name));
  return {
    ...schema,
    required: [...required, ...missing],
    properties: {
      ...schema.properties,
      ...embeddedTypeMeta,
      metadata: objectMetaProperty(openApi),
    },
  };
}
