import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { declaredFields } from "./declared-fields.ts";
import { type DeclaredSchemas, groupVersionKindOf } from "./declared-schemas.ts";

/**
 * An object reduced to its type, the metadata that {@link redactedMetadata} keeps, and its declared fields; undefined if its
 * type is not served. Labels are removed: everybody may write them, and no schema declares their values.
 */
export function redactedObject(
  schemas: DeclaredSchemas,
  object: JsonObject,
): JsonObject | undefined {
  const type = groupVersionKindOf(object);
  const schema = type && schemas.schemaOf(type);
  if (schema === undefined) return undefined;
  const metadata = member(object, "metadata");
  return {
    apiVersion: member(object, "apiVersion") ?? null,
    kind: member(object, "kind") ?? null,
    ...(isObject(metadata) && { metadata: redactedMetadata(metadata) }),
    ...declaredFields(object, schema),
  };
}

/** An object's name, namespace, uid and `deletionTimestamp`, on which the decision on an UPDATE depends. */
function redactedMetadata(metadata: JsonObject): JsonObject {
  const kept = ["name", "namespace", "uid", "deletionTimestamp"].flatMap((key) => {
    const value = member(metadata, key);
    return value !== undefined && isRecordable(key, value) ? [[key, value] as const] : [];
  });
  return Object.fromEntries(kept);
}

function isRecordable(key: string, value: JsonValue): boolean {
  if (value === null) return true;
  if (typeof value !== "string") return false;
  return key !== "deletionTimestamp" || timestamp.test(value);
}

/** A time as the server writes it (metav1.Time). */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
