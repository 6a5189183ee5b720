import { equal } from "../json/equal.ts";
import type { JsonValue } from "../json/value.ts";
import type { Crd, CrdSpecVersion, CrdStatus } from "../schema/definition/crd.ts";
import type { FieldError } from "../schema/field-error/field-error.ts";
import { invalid } from "../schema/field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath } from "../schema/field-error/path.ts";
import { dns1123SubdomainFaults, maskTrailingDash } from "../schema/metadata/names.ts";
import {
  immutableErrors,
  objectMetaErrors,
  objectMetaUpdateErrors,
} from "../schema/metadata/object-meta-rules.ts";
import { approvalErrors } from "./api-approval.ts";
import type { CrdEngines } from "./engines/engines.ts";
import { unrecognizedFormats } from "./format-warnings.ts";
import { type InternalSpec, internalSpec } from "./internal-spec.ts";
import { type ReadCrd, readCrd } from "./read-crd.ts";
import { type CrdRules, rulesOnCreate, rulesOnUpdate } from "./rules/crd-rules.ts";
import { namesErrors } from "./rules/names-rules.ts";
import { specErrors } from "./rules/spec-rules.ts";

/** The server's findings about a CustomResourceDefinition. */
export interface CrdReport {
  /** The definition as the server would store it: decoded, with defaults, generation and status. */
  readonly crd: Crd;
  /** Empty if the server accepts the definition. */
  readonly errors: readonly FieldError[];
  /** The texts of the server's `Warning` headers. */
  readonly warnings: readonly string[];
  /**
   * The server's errors for unknown fields. `kubectl create` refuses the definition because of them; other clients get
   * warnings.
   */
  readonly unknownFields: readonly string[];
}

/**
 * Validates a v1 CustomResourceDefinition as the server does on create: decodes it, sets defaults and ignores its status.
 *
 * Errors: their paths are those of the server's internal form, in which `spec.validation` is the schema that all
 * versions share. If decoding fails, only its errors are returned. Never throws.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/registry/customresourcedefinition/strategy.go,
 * pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition.
 */
export function checkCrd(value: JsonValue, engines: CrdEngines): CrdReport {
  const read = readCrd(value);
  const crd: Crd = {
    ...read.crd,
    metadata: { ...read.crd.metadata, generation: 1 },
    status: withStorageVersion(emptyStatus, read.crd.spec.versions ?? []),
  };
  if (read.errors.length > 0) return undecodedReport(read, crd);
  const spec = internalSpec(crd.spec);
  return {
    crd,
    errors: [
      ...objectMetaErrors(crd.metadata, metaRules(spec), "metadata"),
      ...commonErrors(crd, spec, rulesOnCreate(engines)),
      ...approvalErrors(crd, undefined),
      ...preserveErrors(spec, undefined),
    ],
    warnings: unrecognizedFormats(spec).map(formatWarning),
    unknownFields: read.unknownFields,
  };
}

/**
 * Validates the update of a stored CustomResourceDefinition. Some rules that the stored definition already violates are
 * not applied. A missing resourceVersion is taken from the stored definition.
 *
 * Errors: as in {@link checkCrd}. Values of the stored definition that can't be decoded are ignored.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateCustomResourceDefinitionUpdate.
 */
export function checkCrdUpdate(
  value: JsonValue,
  oldValue: JsonValue,
  engines: CrdEngines,
): CrdReport {
  const read = readCrd(value);
  const old = readCrd(oldValue).crd;
  const crd = preparedForUpdate(read.crd, old);
  if (read.errors.length > 0) return undecodedReport(read, crd);
  const [spec, oldSpec] = [internalSpec(crd.spec), internalSpec(old.spec)];
  const rules = rulesOnUpdate(spec, oldSpec, old.status, engines);
  const knownFormats = new Set(unrecognizedFormats(oldSpec));
  return {
    crd,
    errors: [
      ...objectMetaUpdateErrors(crd.metadata, old.metadata, "metadata"),
      ...commonErrors(crd, spec, rules),
      ...immutableSpecErrors(spec, oldSpec, rules, "spec"),
      ...approvalErrors(crd, old),
      ...preserveErrors(spec, oldSpec),
    ],
    warnings: unrecognizedFormats(spec)
      .filter((format) => !knownFormats.has(format))
      .map(formatWarning),
    unknownFields: read.unknownFields,
  };
}

/**
 * Validates an update of a definition's status. Only metadata and accepted names are checked; the spec stays that of
 * the stored definition.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apis/apiextensions/validation/validation.go
 * ValidateUpdateCustomResourceDefinitionStatus.
 */
export function checkCrdStatusUpdate(value: JsonValue, oldValue: JsonValue): CrdReport {
  const read = readCrd(value);
  const old = readCrd(oldValue).crd;
  const crd = { ...read.crd, metadata: withOldMetadata(read.crd, old), spec: old.spec };
  if (read.errors.length > 0) return undecodedReport(read, crd);
  return {
    crd,
    errors: [
      ...objectMetaUpdateErrors(crd.metadata, old.metadata, "metadata"),
      ...statusErrors(crd.status, "status"),
    ],
    warnings: [],
    unknownFields: read.unknownFields,
  };
}

function undecodedReport(read: ReadCrd, crd: Crd): CrdReport {
  return { crd, errors: read.errors, warnings: [], unknownFields: read.unknownFields };
}

function preparedForUpdate(crd: Crd, old: Crd): Crd {
  const generation = old.metadata.generation ?? 0;
  const isChanged = !equal(crd.spec, old.spec);
  return {
    ...crd,
    metadata: {
      ...withOldMetadata(crd, old),
      generation: isChanged ? Number(generation) + 1 : generation,
    },
    status: withStorageVersion(old.status, crd.spec.versions ?? []),
  };
}

/**
 * The metadata of an update. Values that a request may omit are taken from the stored definition.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/registry/rest/update.go BeforeUpdate.
 */
function withOldMetadata(crd: Crd, old: Crd): Crd["metadata"] {
  const { resourceVersion = "1", uid, creationTimestamp, generation } = old.metadata;
  return {
    resourceVersion,
    ...(uid === undefined ? {} : { uid }),
    ...(creationTimestamp === undefined ? {} : { creationTimestamp }),
    ...crd.metadata,
    ...(generation === undefined ? {} : { generation }),
  };
}

const emptyStatus: CrdStatus = {
  conditions: null,
  acceptedNames: { plural: "", kind: "" },
  storedVersions: [],
};

function withStorageVersion(status: CrdStatus, versions: readonly CrdSpecVersion[]): CrdStatus {
  const name = versions.find((version) => version.storage)?.name;
  const stored = status.storedVersions;
  return name === undefined || stored.includes(name)
    ? status
    : { ...status, storedVersions: [...stored, name] };
}

function metaRules(spec: InternalSpec): Parameters<typeof objectMetaErrors>[1] {
  const wanted = `${spec.names.plural}.${spec.group}`;
  return {
    scope: "Cluster",
    nameFaults: (name, form) => [
      ...dns1123SubdomainFaults(form === "prefix" ? maskTrailingDash(name) : name),
      ...(name === wanted ? [] : ['must be spec.names.plural+"."+spec.group']),
    ],
  };
}

function commonErrors(crd: Crd, spec: InternalSpec, rules: CrdRules): readonly FieldError[] {
  return [
    ...specErrors(spec, rules, "spec"),
    ...statusErrors(crd.status, "status"),
    ...storedVersionErrors(crd.status.storedVersions, spec.versions, "status.storedVersions"),
  ];
}

function statusErrors(status: CrdStatus, path: FieldPath): readonly FieldError[] {
  return namesErrors(status.acceptedNames, childPath(path, "acceptedNames"));
}

function storedVersionErrors(
  stored: readonly string[],
  versions: readonly CrdSpecVersion[],
  path: FieldPath,
): readonly FieldError[] {
  if (stored.length === 0) return [invalid(path, stored, "must have at least one stored version")];
  // Each version removes its name from `rest`, so that a second storage version of the same name counts as missing.
  const rest = new Set(stored);
  const missing = versions.filter(({ name, storage }) => !rest.delete(name) && storage);
  return [
    ...missing.map(({ name }) => invalid(path, stored, `must have the storage version ${name}`)),
    ...[...rest].map((name) =>
      invalid(elementPath(path, stored.lastIndexOf(name)), name, goneDetail(name)),
    ),
  ];
}

function goneDetail(name: string): string {
  return `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
}

function immutableSpecErrors(
  spec: InternalSpec,
  old: InternalSpec,
  rules: CrdRules,
  path: FieldPath,
): readonly FieldError[] {
  const names = childPath(path, "names");
  const { kind, plural } = spec.names;
  return [
    ...(rules.requireImmutableNames
      ? [
          ...immutableErrors(spec.scope, old.scope, childPath(path, "scope")),
          ...immutableErrors(kind, old.names.kind, childPath(names, "kind")),
        ]
      : []),
    ...immutableErrors(spec.group, old.group, childPath(path, "group")),
    ...immutableErrors(plural, old.names.plural, childPath(names, "plural")),
  ];
}

function preserveErrors(spec: InternalSpec, old: InternalSpec | undefined): readonly FieldError[] {
  if (!spec.preserveUnknownFields || old?.preserveUnknownFields === true) return [];
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  return [invalid("spec.preserveUnknownFields", true, detail)];
}

function formatWarning(format: string): string {
  return `unrecognized format "${format}"`;
}
