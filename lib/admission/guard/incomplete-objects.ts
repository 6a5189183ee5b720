import { annotationsOf } from "../../conversion/convert-object.ts";
import { markedVersion, markerName } from "../../converter/stash/names.ts";
import type { JsonObject } from "../../json/value.ts";
import { changedPaths } from "../../lens/place/changed-paths.ts";
import type { ObjectPath } from "../../lens/place/object-path.ts";
import type { Refusal } from "../refusal.ts";
import type { GuardedKind } from "./guarded-kind.ts";

/** A write: both objects, and the version of the request. */
interface VersionedWrite {
  readonly version: string;
  readonly object: JsonObject;
  readonly oldObject: JsonObject | undefined;
}

/**
 * Refuses an update of the body, except the status, in a version that does not show the whole object because some values of
 * another version did not fit into the annotations. Storing the update would lose these values.
 */
export function incompleteObjectRefusals(
  { version, object, oldObject }: VersionedWrite,
  { group, versions }: GuardedKind,
): readonly Refusal[] {
  const isStored = versions.some(({ name, isStored }) => isStored && name === version);
  if (oldObject === undefined || isStored) return [];
  const annotations = annotationsOf(oldObject);
  const marked = markedVersion(annotations, group);
  if (marked === undefined || marked === version) return [];
  const changed = changedPaths(bodyWithoutStatus(oldObject), bodyWithoutStatus(object)).map(
    placeText,
  );
  if (changed.length === 0) return [];
  const listed = changed.slice(0, maxListedChanges);
  const more = changed.length - listed.length;
  const { [markerName(group)]: lost = marked } = annotations;
  const detail = `can't be changed in ${version}, which does not show all of this object (${lost}): these values of ${marked} do not fit into the annotations and would be lost; make the change in ${marked}`;
  const message = `${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}: ${detail}`;
  const type = "FieldValueForbidden";
  return [
    { message, faults: listed.map((field) => ({ type, field, detail, origin: "incomplete" })) },
  ];
}

/**
 * The most fields that a refusal lists by name. The number is a choice: enough to recognise the change, and few enough that the
 * reason and the remedy after them are still read.
 */
const maxListedChanges = 5;

function bodyWithoutStatus(object: JsonObject): JsonObject {
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...body } = object;
  return body;
}

function placeText(place: ObjectPath): string {
  return place
    .slice(0, maxSteps)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/**
 * The most steps of a path that a message shows. The number is a choice: most fields are less deep, and five such paths must
 * fit into one message.
 */
const maxSteps = 8;
