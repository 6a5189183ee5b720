import { kindApiVersion } from "../crd/request/resource-kind.ts";
import { applyVersionDefaults, coerceToSchema } from "../crd/request/schema-coercion.ts";
import { assertDefined } from "../json/invariant.ts";
import { err, ok, type Result } from "../json/result.ts";
import { type JsonObject, member } from "../json/value.ts";
import { conversionRequest } from "../protocol/webhook-client/conversion-request.ts";
import { convertedBy, renamedObjects } from "../protocol/webhook-client/convert-by-webhook.ts";
import type { ObjectOutcome } from "./object-outcome.ts";
import { storedObject } from "./request-metadata.ts";
import type { SendToWebhook, ServedKind } from "./served-kind.ts";

/** What is needed to convert objects of one kind, besides the object and the target version. */
export interface ConversionCall {
  readonly kind: ServedKind;
  readonly sendReview: SendToWebhook;
  /** Returns a new uid for each review. */
  readonly uid: () => string;
}

/**
 * Converts an object to `version` as kube-apiserver does: by the webhook if the kind has one, else by changing its
 * apiVersion. Then coerces it to the schema of `version`. An object that is already in `version` is returned unchanged.
 * Error: the server's text.
 */
export async function convertTo(
  { kind, sendReview, uid }: ConversionCall,
  object: JsonObject,
  version: string,
): Promise<Result<JsonObject, string>> {
  const { conversion, resource } = kind;
  if (member(object, "apiVersion") === kindApiVersion(resource, version)) return ok(object);
  const subject = { object };
  const id = uid();
  const review = conversionRequest(conversion, subject, version, id);
  if (!review.ok) return review;
  const converted =
    review.value === undefined
      ? ok(renamedObjects(conversion, subject, version))
      : convertedBy(conversion, subject, version, {
          review: review.value,
          response: await sendReview("convert", review.value),
          uid: id,
        });
  if (!converted.ok) return converted;
  const [only] = converted.value;
  const coerced = coerceToSchema(
    assertDefined(only, "one object was converted"),
    resource,
    "request",
  );
  return coerced.ok ? ok(coerced.value.object) : err(coerced.error);
}

/**
 * The stored object in the request's version, with metadata that every stored object has. `given` is the stored object in
 * any version. Error: the server's text.
 */
export async function readOldObject(
  call: ConversionCall,
  given: JsonObject,
  { version, namespace }: { readonly version: string; readonly namespace: string },
): Promise<Result<JsonObject, string>> {
  const whole = storedObject(given, call.kind, namespace);
  const stored = await convertTo(call, whole, call.kind.resource.storageVersion);
  return stored.ok ? readAt(call, stored.value, version) : stored;
}

/** Reads a stored object as users do: in the storage version and in each served version. */
export async function readInEveryVersion(
  call: ConversionCall,
  stored: JsonObject,
): Promise<Pick<ObjectOutcome, "stored" | "versions">> {
  const { storageVersion, versions } = call.kind.resource;
  const read = await readAt(call, stored, storageVersion);
  const served = new Map<string, Result<JsonObject, string>>();
  for (const { name, isServed } of versions.values()) {
    if (isServed) served.set(name, await readAt(call, stored, name));
  }
  return { stored: read.ok ? read.value : undefined, versions: served };
}

/** Reads a stored object in one version: coerces and defaults it by the schema of the storage version, then converts it. */
async function readAt(
  call: ConversionCall,
  stored: JsonObject,
  version: string,
): Promise<Result<JsonObject, string>> {
  const { resource } = call.kind;
  const coerced = coerceToSchema(stored, resource, "storage");
  if (!coerced.ok) return coerced;
  return convertTo(call, applyVersionDefaults(coerced.value.object, resource), version);
}
