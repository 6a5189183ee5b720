import { type JsonObject, type JsonValue, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import type { ServedKind } from "./served-kind.ts";

/**
 * Members of metadata that only the server sets. The server ignores them in a create, except for resourceVersion, which it refuses.
 * The simulation ignores that too, so that a manifest may be an object that was read from a cluster.
 */
const systemFields = [
  "uid",
  "resourceVersion",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "managedFields",
  "generation",
];

/**
 * The object of a create request: with its namespace, without members that only the server sets, and with a name if it
 * has a generateName.
 */
export function objectToCreate(
  object: JsonObject,
  kind: ServedKind,
  namespace: string,
): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([key]) => !systemFields.includes(key));
  const metadata = Object.fromEntries(kept);
  const { name, generateName } = metadata;
  const isGenerated = (name ?? "") === "" && typeof generateName === "string";
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(isGenerated && generateName !== "" && { name: `${generateName}${generatedSuffix}` }),
      ...namespaceFor(metadata, kind, namespace),
    },
  };
}

/** Appended to a generateName, in place of the random letters that the server appends. */
const generatedSuffix = "xxxxx";

/**
 * The object of an update request: with its namespace, without generation and managedFields, which clients don't set.
 */
export function objectToUpdate(
  object: JsonObject,
  kind: ServedKind,
  namespace: string,
): JsonObject {
  const { managedFields: _, generation: __, ...metadata } = metadataOf(object);
  return { ...object, metadata: { ...metadata, ...namespaceFor(metadata, kind, namespace) } };
}

/** The stored object, with a generation and, if it is namespaced, a namespace, which every stored object has. */
export function storedObject(object: JsonObject, kind: ServedKind, namespace: string): JsonObject {
  const metadata = metadataOf(object);
  return {
    ...object,
    metadata: {
      generation: 1,
      ...metadata,
      ...namespaceFor(metadata, kind, namespace),
    },
  };
}

/** The resourceVersion of an update if neither its object nor the stored object has one. */
const placeholder = "1";

/**
 * The object of an update, with the metadata that the server copies from the stored object. An object without a
 * resourceVersion gets that of the stored object, as with kubectl replace.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/validation/objectmeta.go,
 * https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/registry/rest/update.go.
 */
export function withStoredMetadata(object: JsonObject, old: JsonObject): JsonObject {
  const [given, stored] = [metadataOf(object), metadataOf(old)];
  const taken: Record<string, JsonValue> = {};
  taken["resourceVersion"] =
    member(given, "resourceVersion") ?? member(stored, "resourceVersion") ?? placeholder;
  for (const key of ["uid", "deletionGracePeriodSeconds"]) {
    const value = member(given, key) ?? member(stored, key);
    if (value !== undefined) taken[key] = value;
  }
  for (const key of ["creationTimestamp", "deletionTimestamp", "generation"]) {
    const value = member(stored, key) ?? member(given, key);
    if (value !== undefined) taken[key] = value;
  }
  return { ...object, metadata: { ...given, ...taken } };
}

/**
 * The object without `uid`, `resourceVersion`, `creationTimestamp` and `managedFields`, which differ between runs of a server.
 * Keeps `deletionTimestamp`, which says that the object waits for its finalizers.
 */
export function withoutChangingMetadata(object: JsonObject): JsonObject {
  const kept = Object.entries(metadataOf(object)).filter(([key]) => !changing.includes(key));
  return { ...object, metadata: Object.fromEntries(kept) };
}

const changing = ["uid", "resourceVersion", "creationTimestamp", "managedFields"];

function namespaceFor(
  metadata: JsonObject,
  { resource: { scope } }: ServedKind,
  namespace: string,
): JsonObject {
  const given = member(metadata, "namespace");
  if (scope === "Cluster" || (typeof given === "string" && given !== "")) return {};
  return { namespace };
}
