import { deprecationWarning } from "../crd/deprecation.ts";
import { isArray, type JsonObject, member } from "../json/value.ts";
import { metadataOf } from "../protocol/object-metadata.ts";
import {
  type ConversionCall,
  convertTo,
  readInEveryVersion,
  readOldObject,
} from "./convert-stored.ts";
import { conversionFailure } from "./failure.ts";
import type { ObjectOutcome } from "./object-outcome.ts";
import { reviewUids } from "./review-uids.ts";
import type { SendToWebhook, ServedKind } from "./served-kind.ts";

/** A request to delete an object, as kubectl sends it: with background deletion of its dependents. */
export interface DeleteRequest {
  /** The version in the URL. */
  readonly version: string;
  /** The stored object, in any version. */
  readonly old: JsonObject;
  /** The namespace to use if the object does not name one. */
  readonly namespace: string;
  /** The time of the request: `2026-01-31T12:00:00Z`. */
  readonly now: string;
}

/**
 * Handles a DELETE request as kube-apiserver does. Calls no admission webhook, because none is registered for DELETE, but
 * converts the object to the version of the request. An object with finalizers is not removed but marked as being deleted.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/registry/generic/registry/store.go Delete.
 */
export async function handleDelete(
  kind: ServedKind,
  { version, old, namespace, now }: DeleteRequest,
  sendReview: SendToWebhook,
): Promise<ObjectOutcome> {
  const call: ConversionCall = { kind, sendReview, uid: reviewUids() };
  const deprecated = deprecationWarning(kind.definition, version);
  const emptyOutcome: ObjectOutcome = {
    warnings: deprecated === undefined ? [] : [deprecated],
    failure: undefined,
    mutation: undefined,
    decoded: undefined,
    stored: undefined,
    versions: new Map(),
  };
  const read = await readOldObject(call, old, { version, namespace });
  if (!read.ok) return { ...emptyOutcome, failure: conversionFailure(read.error) };
  const outcome = { ...emptyOutcome, decoded: read.value };
  const finalizers = pendingFinalizers(read.value);
  if (finalizers.length === 0) return outcome;
  const marked = markedAsDeleting(read.value, finalizers, now);
  const stored = await convertTo(call, marked, kind.resource.storageVersion);
  if (!stored.ok) return { ...outcome, failure: conversionFailure(stored.error) };
  return { ...outcome, ...(await readInEveryVersion(call, stored.value)) };
}

/**
 * The finalizers that keep the object from being removed, without those of the garbage collector, which background
 * deletion removes.
 */
function pendingFinalizers(object: JsonObject): readonly string[] {
  const finalizers = member(metadataOf(object), "finalizers");
  const names = isArray(finalizers) ? finalizers.map(String) : [];
  return names.filter((name) => name !== "orphan" && name !== "foregroundDeletion");
}

function markedAsDeleting(
  object: JsonObject,
  finalizers: readonly string[],
  now: string,
): JsonObject {
  const metadata = metadataOf(object);
  const isDeleting = member(metadata, "deletionTimestamp") !== undefined;
  const generation = Number(member(metadata, "generation") ?? 0);
  return {
    ...object,
    metadata: {
      ...metadata,
      finalizers,
      ...(!isDeleting && {
        deletionTimestamp: now,
        ...(generation > 0 && { generation: generation + 1 }),
      }),
      deletionGracePeriodSeconds: 0,
    },
  };
}
