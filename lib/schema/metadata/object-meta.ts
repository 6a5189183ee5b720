import { compareText } from "../../go/text-order.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { invalid } from "../field-error/field-faults.ts";
import { childPath, elementPath, type FieldPath, rootPath } from "../field-error/path.ts";
import { asResource, isMetaField } from "../pruning/prune.ts";
import { rewriteList, rewriteMap } from "../structural/rewrite.ts";
import { anySchema } from "../structural/search.ts";
import type { Structural } from "../structural/structural.ts";
import { decodeMetadata } from "./decoding.ts";

interface CoerceOptions {
  /** True if the value itself is a resource, so that its own metadata is coerced too. */
  readonly isResourceRoot: boolean;
  /** Drop values that can't be decoded instead of reporting an error, as the server does for stored objects. */
  readonly dropInvalidFields: boolean;
  /** The path of the value. Fields in errors begin with it. */
  readonly path?: FieldPath;
}

interface Coerced<T extends JsonValue> {
  readonly object: T;
  /** The sorted paths of unknown fields in metadata. */
  readonly unknown: readonly string[];
  /** The error for the first value that can't be decoded. If it is present, `object` is incomplete. */
  readonly error?: FieldError;
}

/**
 * Coerces the `metadata` of a resource and of its embedded resources to Go's ObjectMeta, and requires strings in
 * `apiVersion` and `kind`. Values without resources are shared with the input.
 *
 * Errors: FieldValueInvalid for `apiVersion`, `kind` or `metadata`, unless invalid fields are dropped.
 *
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/schema/objectmeta/algorithm.go
 * CoerceWithOptions.
 */
export function coerceMetadata(
  object: JsonObject,
  structural: Structural | undefined,
  options: CoerceOptions,
): Coerced<JsonObject>;
export function coerceMetadata(
  object: JsonValue,
  structural: Structural | undefined,
  options: CoerceOptions,
): Coerced<JsonValue>;
export function coerceMetadata(
  object: JsonValue,
  structural: Structural | undefined,
  options: CoerceOptions,
): Coerced<JsonValue> {
  const coercion: Coercion = {
    drops: options.dropInvalidFields,
    unknown: [],
    error: undefined,
  };
  const root = options.isResourceRoot ? asResource(structural) : structural;
  const coerced = coerceMetadataValue(object, root, options.path ?? rootPath, coercion);
  return {
    object: coerced,
    unknown: coercion.unknown.sort(compareText),
    ...(coercion.error !== undefined && { error: coercion.error }),
  };
}

/** True if a schema, or a schema at any depth in it, is that of an embedded resource. */
export const declaresResource = anySchema((structural) => structural.x.embeddedResource);

interface Coercion {
  readonly drops: boolean;
  readonly unknown: string[];
  error: FieldError | undefined;
}

function coerceMetadataValue(
  value: JsonValue,
  structural: Structural | undefined,
  path: FieldPath,
  coercion: Coercion,
): JsonValue {
  if (structural === undefined || !declaresResource(structural)) return value;
  if (isObject(value)) {
    return rewriteMap(value, (inner, key) => coerceMember(inner, key, structural, path, coercion));
  }
  if (!isArray(value)) return value;
  return rewriteList(value, (item, index) =>
    coerceMetadataValue(item, structural.items, elementPath(path, index), coercion),
  );
}

function coerceMember(
  value: JsonValue,
  key: string,
  structural: Structural,
  path: FieldPath,
  coercion: Coercion,
): JsonValue | undefined {
  if (coercion.error !== undefined) return value;
  const isMeta = structural.x.embeddedResource && isMetaField(key);
  const own = isMeta ? coerceMetaField(value, key, path, coercion) : value;
  if (coercion.error !== undefined) return value;
  const below = coerceBelow(value, key, structural, path, coercion);
  return own === value ? below : own;
}

/**
 * Coerces a member by its schema. If {@link coerceMetaField} changed the member, the caller does not use the returned value,
 * only the recorded errors and unknown fields.
 */
function coerceBelow(
  value: JsonValue,
  key: string,
  structural: Structural,
  path: FieldPath,
  coercion: Coercion,
): JsonValue {
  const property = structural.properties?.get(key);
  if (property !== undefined)
    return coerceMetadataValue(value, property, childPath(path, key), coercion);
  const others = structural.additionalProperties;
  if (typeof others !== "object") return value;
  return coerceMetadataValue(value, others, elementPath(path, key), coercion);
}

function coerceMetaField(
  value: JsonValue,
  key: string,
  path: FieldPath,
  coercion: Coercion,
): JsonValue | undefined {
  if (key === "metadata") return coerceOwnMetadata(value, childPath(path, key), coercion);
  if (typeof value === "string") return value;
  if (coercion.drops) return undefined;
  coercion.error = invalid(childPath(path, key), value, "must be a string");
  return value;
}

function coerceOwnMetadata(metadata: JsonValue, path: FieldPath, coercion: Coercion): JsonValue {
  const whole = decodeMetadata(metadata);
  const decoded = whole.ok || !coercion.drops ? whole : decodeMetadata(decodableFields(metadata));
  if (decoded.ok) {
    coercion.unknown.push(...decoded.unknown.map((field) => `${path}.${field}`));
    return decoded.metadata;
  }
  if (!coercion.drops) coercion.error = invalid(path, metadata, decoded.error);
  return metadata;
}

/** The fields of metadata that can be decoded. A value that is not a map is returned unchanged. */
function decodableFields(metadata: JsonValue): JsonValue {
  if (!isObject(metadata)) return metadata;
  return rewriteMap(metadata, (value, key) =>
    decodeMetadata({ [key]: value }).ok ? value : undefined,
  );
}
