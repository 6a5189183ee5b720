import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { applyDefaults } from "../../schema/defaulting/apply-defaults.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { decodeMetadata } from "../../schema/metadata/decoding.ts";
import { coerceMetadata } from "../../schema/metadata/object-meta.ts";
import { dropNonNullableNulls } from "../../schema/pruning/nulls.ts";
import { prune } from "../../schema/pruning/prune.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { nestedText } from "../subresources/nested-field.ts";
import { kindApiVersion, type ResourceKind } from "./resource-kind.ts";

/**
 * Where an object comes from. A value that can't be decoded is dropped from a stored object; in a request it is an
 * error.
 */
type ObjectOrigin = "request" | "storage";

/** An object that was coerced to its schema. */
interface CoercedObject {
  readonly object: JsonObject;
  /** The paths of removed fields, which neither the schema nor ObjectMeta declares. */
  readonly unknown: readonly string[];
}

/**
 * Coerces an object to its version's schema: decodes metadata, prunes undeclared fields, drops nulls that are not
 * allowed, and decodes embedded resources. For an object of another kind, only metadata is decoded.
 *
 * Errors: the server's message for the first value that can't be decoded.
 * Source: https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/customresource_handler.go
 * unstructuredSchemaCoercer.apply.
 */
export function coerceToSchema(
  object: JsonObject,
  kind: ResourceKind,
  origin: ObjectOrigin,
): Result<CoercedObject, string> {
  const typeMeta = typeMetaOf(object);
  if (!typeMeta.ok) return typeMeta;
  const meta = readMetadata(object, origin);
  if (!meta.ok) return meta;
  const { apiVersion } = typeMeta.value;
  if (apiVersion.split("/").length > 2) {
    return err(`unexpected GroupVersion string: ${apiVersion}`);
  }
  if (!isOfKind(object, kind)) {
    return ok({ object: { ...object, ...meta.value.field }, unknown: meta.value.unknown });
  }
  const structural = structuralOf(object, kind);
  const coerced = coerceBody(object, structural, kind, origin);
  if (!coerced.ok) return coerced;
  return ok({
    object: {
      ...coerced.value.object,
      ...givenTypeMeta(object),
      ...generationIn(meta.value, origin),
    },
    unknown: [...meta.value.unknown, ...coerced.value.unknown],
  });
}

/** Sets the defaults of the object's version. An object of another kind is returned unchanged. */
export function applyVersionDefaults(object: JsonObject, kind: ResourceKind): JsonObject {
  return isOfKind(object, kind) ? applyDefaults(object, structuralOf(object, kind)) : object;
}

/**
 * Converts an object with the conversion strategy None: changes `apiVersion` and drops fields that the target version's
 * schema does not declare.
 */
export function convertedByNone(
  object: JsonObject,
  kind: ResourceKind,
  version: string,
): Result<JsonObject, string> {
  const renamed = { ...object, apiVersion: kindApiVersion(kind, version) };
  const coerced = coerceToSchema(renamed, kind, "request");
  return coerced.ok ? ok(coerced.value.object) : coerced;
}

/**
 * Reads a stored object in one version: coerces and defaults it by the schema of its apiVersion, then converts it as
 * {@link convertedByNone} does.
 *
 * Errors: as in {@link coerceToSchema}.
 */
export function readStoredObject(
  stored: JsonObject,
  kind: ResourceKind,
  version: string,
): Result<JsonObject, string> {
  const coerced = coerceToSchema(stored, kind, "storage");
  return coerced.ok
    ? convertedByNone(applyVersionDefaults(coerced.value.object, kind), kind, version)
    : coerced;
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

function typeMetaOf(object: JsonObject): Result<TypeMeta, string> {
  const kind = nestedText(object, ["kind"]);
  if (!kind.ok) return kind;
  const apiVersion = nestedText(object, ["apiVersion"]);
  if (!apiVersion.ok) return apiVersion;
  return ok({ kind: kind.value ?? "", apiVersion: apiVersion.value ?? "" });
}

function isOfKind(object: JsonObject, kind: ResourceKind): boolean {
  const apiVersion = member(object, "apiVersion");
  const group =
    typeof apiVersion === "string" && apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  return member(object, "kind") === kind.kind && group === kind.group;
}

function structuralOf(object: JsonObject, kind: ResourceKind): Structural | undefined {
  const apiVersion = String(member(object, "apiVersion") ?? "");
  return kind.versions.get(apiVersion.slice(apiVersion.lastIndexOf("/") + 1))?.structural;
}

interface CoercedMetadata {
  /** `{ metadata }`, or an empty map if the object has no metadata. */
  readonly field: JsonObject;
  readonly unknown: readonly string[];
}

function readMetadata(object: JsonObject, origin: ObjectOrigin): Result<CoercedMetadata, string> {
  const metadata = member(object, "metadata");
  if (metadata === undefined) return ok({ field: {}, unknown: [] });
  const decoded = decodeMetadata(metadata);
  if (decoded.ok) {
    const unknown = decoded.unknown.map((path) => `metadata.${path}`);
    return ok({ field: { metadata: decoded.metadata }, unknown });
  }
  if (origin === "request" || !isObject(metadata)) return err(decoded.error);
  const options = { isResourceRoot: true, dropInvalidFields: true };
  const { object: coerced } = coerceMetadata({ metadata }, undefined, options);
  return ok({ field: coerced, unknown: [] });
}

function coerceBody(
  object: JsonObject,
  structural: Structural | undefined,
  kind: ResourceKind,
  origin: ObjectOrigin,
): Result<CoercedObject, string> {
  const { object: pruned, pruned: paths } = kind.preservesUnknownFields
    ? { object, pruned: [] }
    : prune(object, structural, { isResourceRoot: true });
  const kept = kind.preservesUnknownFields ? pruned : dropNonNullableNulls(pruned, structural);
  const coerced = coerceMetadata(kept, structural, {
    isResourceRoot: false,
    dropInvalidFields: origin === "storage",
  });
  return coerced.error === undefined
    ? ok({ object: coerced.object, unknown: [...paths, ...coerced.unknown] })
    : err(fieldMessage(coerced.error));
}

/** The object's kind and apiVersion as given. Coercion must not change them, even if the schema declares these members. */
function givenTypeMeta(object: JsonObject): JsonObject {
  const given = ["kind", "apiVersion"].flatMap((key) => {
    const value: JsonValue | undefined = member(object, key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(given);
}

/** Sets generation 1 in the metadata of a stored object that has no generation. Only very old objects have none. */
function generationIn({ field }: CoercedMetadata, origin: ObjectOrigin): JsonObject {
  const metadata = member(field, "metadata");
  if (origin === "request" || !isObject(metadata)) return field;
  return member(metadata, "generation") === undefined
    ? { metadata: { ...metadata, generation: 1 } }
    : field;
}
