import type { JsonObject } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import { conflictFailure, type StatusError } from "./failure.ts";
import type { ServedKind } from "./served-kind.ts";

/**
 * The error for an update whose uid is not that of the stored object; undefined if they agree or one of them is absent.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/storage/interfaces.go Preconditions.Check.
 */
export function uidConflict(
  kind: ServedKind,
  object: JsonObject,
  old: JsonObject | undefined,
): StatusError | undefined {
  if (old === undefined) return undefined;
  const { uid, name, namespace } = metadataOf(object);
  const stored = metadataOf(old)["uid"];
  if (uid === undefined || uid === "" || stored === undefined || uid === stored) return undefined;
  const { scope, group } = kind.resource;
  const place = [group, kind.plural, ...(scope === "Cluster" ? [] : [namespace]), name].join("/");
  const detail = `StorageError: invalid object, Code: 4, Key: /registry/${place}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${String(uid)}, UID in object meta: ${String(stored)}`;
  return conflictFailure(kind, String(name), detail);
}

/**
 * The error for an update whose resourceVersion is not that of the stored object; undefined if they agree or one of them
 * is absent.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/registry/generic/registry/store.go Update.
 */
export function versionConflict(
  kind: ServedKind,
  object: JsonObject,
  old: JsonObject | undefined,
): StatusError | undefined {
  if (old === undefined) return undefined;
  const { resourceVersion, name } = metadataOf(object);
  const stored = metadataOf(old)["resourceVersion"];
  if (resourceVersion === undefined || stored === undefined || resourceVersion === stored) {
    return undefined;
  }
  const detail =
    "the object has been modified; please apply your changes to the latest version and try again";
  return conflictFailure(kind, String(name), detail);
}
