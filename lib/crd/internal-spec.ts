import { equal } from "../json/equal.ts";
import type {
  CrdColumn,
  CrdNames,
  CrdSpec,
  CrdSpecVersion,
  CrdSubresources,
  CrdValidation,
  JsonSchemaProps,
  SelectableField,
  WebhookClientConfig,
} from "../schema/definition/crd.ts";
import { isSameSchema } from "../schema/definition/schema-wire-type.ts";

/**
 * The spec in the server's internal form, which the server validates. Values that all versions share are at the top
 * instead of in each version. Paths in errors are paths of this form, such as `spec.validation.openAPIV3Schema`.
 */
export interface InternalSpec {
  readonly group: string;
  readonly scope: string;
  readonly names: CrdNames;
  /** The name of the first version; empty if the spec has no versions. */
  readonly version: string;
  readonly versions: readonly CrdSpecVersion[];
  readonly validation?: CrdValidation;
  readonly subresources?: CrdSubresources;
  readonly additionalPrinterColumns?: readonly CrdColumn[];
  readonly selectableFields?: readonly SelectableField[];
  readonly conversion: InternalConversion;
  readonly preserveUnknownFields: boolean;
}

/** `spec.conversion` in the server's internal form. */
export interface InternalConversion {
  readonly strategy: string;
  readonly webhookClientConfig?: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[];
}

const shared = [
  ["schema", "validation"],
  ["subresources", "subresources"],
  ["additionalPrinterColumns", "additionalPrinterColumns"],
  ["selectableFields", "selectableFields"],
] as const;

/**
 * Converts a v1 spec to the server's internal form.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/v1/conversion.go
 * Convert_v1_CustomResourceDefinitionSpec_To_apiextensions_CustomResourceDefinitionSpec.
 */
export function internalSpec(spec: CrdSpec): InternalSpec {
  const versions = spec.versions ?? [];
  const [first] = versions;
  const common = shared.filter(([name]) =>
    versions.every((version) =>
      name === "schema"
        ? isSameValidation(version.schema, first?.schema)
        : equal(version[name], first?.[name]),
    ),
  );
  const top = Object.fromEntries(
    common.flatMap(([name, topName]) => {
      const value = first?.[name];
      return value === undefined ? [] : [[topName, value]];
    }),
  );
  const hidden: ReadonlySet<string> = new Set(common.map(([name]) => name));
  return {
    ...top,
    group: spec.group,
    scope: spec.scope,
    names: spec.names,
    version: first === undefined ? "" : first.name,
    versions: versions.map((version) => withoutHiddenMembers(version, hidden)),
    conversion: internalConversion(spec),
    preserveUnknownFields: spec.preserveUnknownFields ?? false,
  };
}

function internalConversion(spec: CrdSpec): InternalConversion {
  const webhook = spec.conversion?.webhook;
  return {
    strategy: spec.conversion?.strategy ?? "",
    conversionReviewVersions: webhook?.conversionReviewVersions ?? [],
    ...(webhook?.clientConfig === undefined ? {} : { webhookClientConfig: webhook.clientConfig }),
  };
}

function withoutHiddenMembers(
  version: CrdSpecVersion,
  hidden: ReadonlySet<string>,
): CrdSpecVersion {
  const { name, served, storage } = version;
  const rest = Object.entries(version).filter(([member]) => !hidden.has(member));
  return { ...Object.fromEntries(rest), name, served, storage };
}

function isSameValidation(a: CrdValidation | undefined, b: CrdValidation | undefined): boolean {
  return a === undefined || b === undefined
    ? a === b
    : isSameSchema(a.openAPIV3Schema, b.openAPIV3Schema);
}

/** All schemas of a definition; a schema that all versions share comes first. */
export function allSchemas(spec: InternalSpec): readonly JsonSchemaProps[] {
  const validations = [spec.validation, ...spec.versions.map((version) => version.schema)];
  return validations
    .map((validation) => validation?.openAPIV3Schema)
    .filter((schema) => schema !== undefined);
}

/** True if the schema of a version can be determined: all versions share one schema, or the version exists. */
export function hasVersionSchema(spec: InternalSpec, name: string): boolean {
  return !haveOwnSchemas(spec) || spec.versions.some((version) => version.name === name);
}

/**
 * The schema of a version: its own or the shared one. If several versions have the same name, the first one is used.
 */
export function versionSchema(spec: InternalSpec, name: string): JsonSchemaProps | undefined {
  const own = spec.versions.find((version) => version.name === name)?.schema;
  return (haveOwnSchemas(spec) ? own : spec.validation)?.openAPIV3Schema;
}

function haveOwnSchemas(spec: InternalSpec): boolean {
  return spec.versions.some((version) => version.schema !== undefined);
}
