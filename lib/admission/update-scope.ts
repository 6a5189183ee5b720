import { annotationsOf } from "../conversion/convert-object.ts";
import { annotationBytes, maxPreservedBytes } from "../converter/stash/fit.ts";
import { maxMarkerBytes, nearestGroup } from "../converter/stash/names.ts";
import { equal } from "../json/equal.ts";
import type { JsonObject, JsonValue } from "../json/value.ts";
import { valueAtObjectPath } from "../lens/place/object-path.ts";
import { isBeingDeleted, maxAnnotationBytes } from "../protocol/object-metadata.ts";
import type { Admission } from "./admit-review.ts";
import type { GuardedKind } from "./guard/guarded-kind.ts";

/**
 * True for an UPDATE of an object that is being deleted. A denial would block the removal of its finalizers, and so the
 * deletion of the object and its namespace.
 */
export function isDeleting({ request, object }: Admission): boolean {
  return request.operation === "UPDATE" && isBeingDeleted(object);
}

/** True for an UPDATE that changes nothing but metadata, or nothing at all. */
export function changesOnlyMetadata({ request, object }: Admission): boolean {
  const { operation, oldObject } = request;
  if (operation !== "UPDATE" || oldObject === undefined) return false;
  const keys = bodyKeys(object);
  return (
    keys.length === bodyKeys(oldObject).length &&
    keys.every((key) => Object.hasOwn(oldObject, key) && equal(object[key], oldObject[key]))
  );
}

/**
 * True for a write that the guard must check: a CREATE, or an UPDATE that changes the body, an annotation of the kind's group
 * or metadata that rules use, or that enlarges the annotations so much that preserved values may no longer fit.
 */
export function concernsGuard(admission: Admission, guard: GuardedKind): boolean {
  const { oldObject } = admission.request;
  if (admission.request.operation !== "UPDATE" || oldObject === undefined) return true;
  if (!changesOnlyMetadata(admission)) return true;
  const { object } = admission;
  const [before, now] = [annotationsOf(oldObject), annotationsOf(object)];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => before[name] !== now[name]);
  if (changed.some((name) => isOfGroup(name, guard.group))) return true;
  const isChanged = (path: readonly string[]): boolean =>
    !equal(valueOrNull(object, path), valueOrNull(oldObject, path));
  if (guard.metadataPaths.some(isChanged)) return true;
  const bytes = annotationBytes(now);
  const reserved = maxPreservedBytes + maxMarkerBytes(guard.group);
  return bytes > annotationBytes(before) && bytes > maxAnnotationBytes - reserved;
}

/**
 * True for an annotation of the kind's group, or of `nearest.<group>`, which preserves originals of unconvertible objects.
 */
function isOfGroup(name: string, group: string): boolean {
  return name.startsWith(`${group}/`) || name.startsWith(`${nearestGroup(group)}/`);
}

function valueOrNull(object: JsonObject, path: readonly string[]): JsonValue {
  return valueAtObjectPath(object, path) ?? null;
}

function bodyKeys(object: JsonObject): readonly string[] {
  return Object.keys(object).filter((key) => key !== "metadata");
}
