import { assertDefined } from "../../json/invariant.ts";
import { mapAt } from "../../json/members.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { convertedObjectsOf, objectFault, responseTypeFault } from "../gate/conversion.ts";
import { apiVersionOf } from "../gvk.ts";
import {
  type ConversionSetting,
  type ConversionSubject,
  conversionRequest,
  objectsToConvert,
} from "./conversion-request.ts";
import { reviewIn, type WebhookResponse } from "./http-response.ts";

/**
 * Converts an object or a list as kube-apiserver does: decides whether to call the webhook, validates its response, and
 * restores the metadata that a webhook must not change. `call.answer` gets the review and returns the webhook's
 * response.
 *
 * Errors: the text that the user sees.
 * Source:
 * https://github.com/kubernetes/apiextensions-apiserver/blob/2e78d6fca8b2/pkg/apiserver/conversion/webhook_converter.go,
 * Convert.
 */
export function convertByWebhook(
  setting: ConversionSetting,
  subject: ConversionSubject,
  toVersion: string,
  call: { readonly uid: string; readonly answer: (review: JsonObject) => WebhookResponse },
): Result<readonly JsonObject[], string> {
  const review = conversionRequest(setting, subject, toVersion, call.uid);
  if (!review.ok) return review;
  if (review.value === undefined) return ok(renamedObjects(setting, subject, toVersion));
  const exchange = { review: review.value, response: call.answer(review.value), uid: call.uid };
  return convertedBy(setting, subject, toVersion, exchange);
}

/** The objects of a conversion for which the server does not call the webhook. Only their apiVersion changes. */
export function renamedObjects(
  { group }: ConversionSetting,
  subject: ConversionSubject,
  toVersion: string,
): readonly JsonObject[] {
  const apiVersion = apiVersionOf({ group, version: toVersion });
  return originalsOf(subject).map((object) => ({ ...object, apiVersion }));
}

/** A review that was sent to a webhook, and the webhook's response. */
interface ConversionExchange {
  readonly review: JsonObject;
  readonly response: WebhookResponse;
  readonly uid: string;
}

/** The objects that the server accepts from a webhook's response. Errors: as in {@link convertByWebhook}. */
export function convertedBy(
  setting: ConversionSetting,
  subject: ConversionSubject,
  toVersion: string,
  { review, response, uid }: ConversionExchange,
): Result<readonly JsonObject[], string> {
  const desired = apiVersionOf({ group: setting.group, version: toVersion });
  const context = { setting, subject, desired };
  const converted = readResponse(review, response, uid);
  if (!converted.ok) return err(`${messageStart(context)} failed: ${converted.error}`);
  return acceptedObjects(context, originalsOf(subject), converted.value);
}

function originalsOf(subject: ConversionSubject): readonly JsonObject[] {
  return "list" in subject ? subject.list : [subject.object];
}

/** What the server's error messages name. */
interface ConversionContext {
  readonly setting: ConversionSetting;
  readonly subject: ConversionSubject;
  readonly desired: string;
}

/**
 * The beginning of the server's error messages. It names an object by its own version, but a list by the desired
 * version.
 */
function messageStart({ setting, subject, desired }: ConversionContext): string {
  const name =
    "list" in subject
      ? `${desired}, Kind=${setting.listKind}`
      : `${String(member(subject.object, "apiVersion"))}, Kind=${String(member(subject.object, "kind"))}`;
  return `conversion webhook for ${name}`;
}

function readResponse(
  review: JsonObject,
  response: WebhookResponse,
  uid: string,
): Result<readonly JsonValue[], string> {
  const apiVersion = String(member(review, "apiVersion"));
  const head = { apiVersion, kind: "ConversionReview" };
  const answer = reviewIn(response, head);
  if (!answer.ok) return answer;
  const isV1 = apiVersion.endsWith("/v1");
  const fault = isV1 ? responseTypeFault(head, answer.value) : undefined;
  if (fault !== undefined) return err(fault.message);
  const objects = convertedObjectsOf(answer.value, isV1 ? uid : undefined);
  return objects.ok ? objects : err(objects.error.message);
}

function acceptedObjects(
  context: ConversionContext,
  originals: readonly JsonObject[],
  returned: readonly JsonValue[],
): Result<readonly JsonObject[], string> {
  const { subject, desired } = context;
  const expected = objectsToConvert(subject, desired).length;
  if (returned.length !== expected) {
    return err(
      `${messageStart(context)} returned ${returned.length} objects, expected ${expected}`,
    );
  }
  const objects: JsonObject[] = [];
  let index = 0;
  for (const original of originals) {
    if (member(original, "apiVersion") === desired) {
      objects.push(original);
      continue;
    }
    const converted = assertDefined(
      returned[index],
      "an object was returned for each object to convert",
    );
    const fault = objectFault(original, converted, desired);
    if (fault !== undefined) {
      return err(webhookFaultText(context, fault, index));
    }
    objects.push(restoreMetadata(original, isObject(converted) ? converted : {}));
    index++;
  }
  return ok(objects);
}

function webhookFaultText(
  context: ConversionContext,
  { step, message }: { readonly step: string; readonly message: string },
  index: number,
): string {
  if ("list" in context.subject) {
    const what = step === "metadata" ? "metadata in object" : "converted object";
    return `${messageStart(context)} returned invalid ${what} at index ${index}: ${message}`;
  }
  if (step === "decode") return message;
  const what = step === "metadata" ? "metadata" : step === "type" ? "object at index 0" : "object";
  return `${messageStart(context)} returned invalid ${what}: ${message}`;
}

/**
 * The converted object with the original's metadata; only labels and annotations are taken from the converted object.
 */
export function restoreMetadata(original: JsonObject, converted: JsonObject): JsonObject {
  const [before, after] = [mapAt(original, "metadata"), mapAt(converted, "metadata")];
  const { labels: _, annotations: __, ...rest } = before;
  const [labels, annotations] = [member(after, "labels"), member(after, "annotations")];
  return {
    ...converted,
    metadata: {
      ...rest,
      ...(isObject(labels) && { labels }),
      ...(isObject(annotations) && { annotations }),
    },
  };
}
