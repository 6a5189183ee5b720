import { readCrd } from "../../crd/read-crd.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Crd, CrdSpecVersion, JsonSchemaProps } from "../../schema/definition/crd.ts";
import { compilePattern, type Re2 } from "../../schema/pattern/pattern.ts";
import { parseStructural } from "../../schema/structural/parse.ts";
import {
  listItemsMoreInfo,
  listProperties,
  type OpenApiVersion,
  referenceTo,
  withNativeProperties,
} from "./native-properties.ts";
import { type ApiOperation, operationsOf } from "./operations.ts";
import { publishedSchema } from "./published-schema.ts";

/** The OpenAPI that the server publishes for one version of a kind. */
export interface PublishedKind {
  /** The name of the definition, such as `com.example.stable.v1.CronTab`. */
  readonly definitionName: string;
  readonly definition: JsonObject;
  readonly listDefinitionName: string;
  readonly listDefinition: JsonObject;
  readonly operations: readonly ApiOperation[];
}

/**
 * The OpenAPI definitions and operations of one version of a CustomResourceDefinition. If the schema is not structural
 * or the version does not exist, the definition allows any object.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/controller/openapi/builder/builder.go
 * BuildOpenAPIV2, BuildOpenAPIV3.
 */
export function publishKind(
  crd: JsonValue,
  version: string,
  openApi: OpenApiVersion,
  re2: Re2,
): PublishedKind {
  const { spec } = readCrd(crd).crd;
  const { kind, listKind = "", plural } = spec.names;
  const serving = spec.versions?.find(({ name }) => name === version);
  const scope = spec.scope === "Namespaced" ? "Namespaced" : "Cluster";
  const names = { group: spec.group, version, kind, plural, scope } as const;
  const nameOf = (name: string): string => modelName(spec.group, version, name);
  const extensions = (name: string): JsonObject => ({
    "x-kubernetes-group-version-kind": [{ group: spec.group, kind: name, version }],
    ...selectableFieldsOf(serving),
  });
  return {
    definitionName: nameOf(kind),
    definition: { ...definitionOf(spec, serving, openApi, re2), ...extensions(kind) },
    listDefinitionName: nameOf(listKind),
    listDefinition: {
      ...listSchemaOf(names, listKind, referenceTo(nameOf(kind), openApi), openApi),
      ...extensions(listKind),
    },
    operations: operationsOf(names, serving?.subresources ?? {}),
  };
}

function modelName(group: string, version: string, kind: string): string {
  return `${group.split(".").toReversed().join(".")}.${version}.${kind}`;
}

function definitionOf(
  spec: Crd["spec"],
  version: CrdSpecVersion | undefined,
  openApi: OpenApiVersion,
  re2: Re2,
): JsonSchemaProps {
  const schema = version?.schema?.openAPIV3Schema;
  if (schema === undefined || !isStructural(schema, re2)) return { type: "object" };
  const keepsUnknown =
    schema["x-kubernetes-preserve-unknown-fields"] === true || spec.preserveUnknownFields === true;
  // If v2 listed only apiVersion, kind and metadata, kubectl would refuse every other field.
  if (openApi === "v2" && keepsUnknown) return { type: "object" };
  return withNativeProperties(publishedSchema(schema, openApi), openApi);
}

function isStructural(schema: JsonSchemaProps, re2: Re2): boolean {
  const { errors, unsupported } = parseStructural(schema, {
    patternFault: (pattern) => compilePattern(pattern, re2).error,
  });
  return errors.length === 0 && unsupported === undefined;
}

function selectableFieldsOf(version: CrdSpecVersion | undefined): JsonObject {
  const fields = version?.selectableFields ?? [];
  if (fields.length === 0) return {};
  return {
    "x-kubernetes-selectable-fields": fields.map(({ jsonPath }) => ({
      fieldPath: jsonPath.replace(/^\./, ""),
    })),
  };
}

function listSchemaOf(
  names: { readonly kind: string; readonly plural: string },
  listKind: string,
  $ref: string,
  openApi: OpenApiVersion,
): JsonObject {
  return {
    description: `${listKind} is a list of ${names.kind}`,
    type: "object",
    required: ["items"],
    properties: {
      ...listProperties(openApi),
      items: {
        description: `List of ${names.plural}. ${listItemsMoreInfo}`,
        type: "array",
        items: { $ref },
      },
    },
  };
}
