import { err, ok, type Result } from "../../json/result.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";
import { objectFault, responseFault, typeFault } from "../gate/conversion.ts";
import { apiVersionOf } from "../gvk.ts";
import {
  type ConversionSetting,
  conversionRequest,
  objectsToConvert,
  type Subject,
} from "./conversion-request.ts";
import { reviewIn, type WebhookResponse } from "./http-response.ts";

/** What the server makes of a conversion: the objects as it goes on with them, or the text that the user sees. */
export type Exchange = Result<readonly JsonObject[], string>;

/**
 * The server's whole side of a conversion: whether it asks at all, what it accepts of the answer, and what it restores
 * of the metadata. `answer` is called with the review it sends.
 * Source: k8s.io/apiextensions-apiserver@v0.36.3 pkg/apiserver/conversion/webhook_converter.go, Convert.
 */
export function conversionExchange(
  setting: ConversionSetting,
  subject: Subject,
  toVersion: string,
  ask: { readonly uid: string; readonly answer: (review: JsonObject) => WebhookResponse },
): Exchange {
  const review = conversionRequest(setting, subject, toVersion, ask.uid);
  if (!review.ok) return review;
  const desired = apiVersionOf({ group: setting.group, version: toVersion });
  const originals = "list" in subject ? subject.list : [subject.object];
  if (review.value === undefined) {
    return ok(originals.map((object) => ({ ...object, apiVersion: desired })));
  }
  const source = { setting, subject, desired };
  const answered = readAnswer(review.value, ask.answer(review.value), ask.uid);
  if (!answered.ok) return err(`${prefix(source)} failed: ${answered.error}`);
  return accept(source, originals, answered.value);
}

interface Source {
  readonly setting: ConversionSetting;
  readonly subject: Subject;
  readonly desired: string;
}

/** How the server's errors name what it wanted converted: a list bears the wanted version. */
function prefix({ setting, subject, desired }: Source): string {
  const name =
    "list" in subject
      ? `${desired}, Kind=${setting.listKind}`
      : `${String(member(subject.object, "apiVersion"))}, Kind=${String(member(subject.object, "kind"))}`;
  return `conversion webhook for ${name}`;
}

function readAnswer(
  review: JsonObject,
  response: WebhookResponse,
  uid: string,
): Result<readonly JsonValue[], string> {
  const apiVersion = String(member(review, "apiVersion"));
  const head = { apiVersion, kind: "ConversionReview" };
  const answer = reviewIn(response, head);
  if (!answer.ok) return answer;
  const isV1 = apiVersion.endsWith("/v1");
  const fault =
    (isV1 ? typeFault(head, answer.value) : undefined) ??
    responseFault(answer.value, isV1 ? uid : undefined);
  if (fault !== undefined) return err(fault.message);
  const inner = member(answer.value, "response");
  const objects = (isObject(inner) ? member(inner, "convertedObjects") : undefined) ?? [];
  return isArray(objects) ? ok(objects) : err("convertedObjects is no list");
}

function accept(
  source: Source,
  originals: readonly JsonObject[],
  answered: readonly JsonValue[],
): Exchange {
  const { subject, desired } = source;
  const expected = objectsToConvert(subject, desired).length;
  if (answered.length !== expected) {
    return err(`${prefix(source)} returned ${answered.length} objects, expected ${expected}`);
  }
  const objects: JsonObject[] = [];
  let index = 0;
  for (const original of originals) {
    if (member(original, "apiVersion") === desired) {
      objects.push(original);
      continue;
    }
    const converted = answered[index] ?? null;
    const fault = objectFault(original, converted, desired);
    if (fault !== undefined) {
      return err(faultText(source, fault, index));
    }
    objects.push(restoreMetadata(original, isObject(converted) ? converted : {}));
    index++;
  }
  return ok(objects);
}

function faultText(
  source: Source,
  { step, message }: { readonly step: string; readonly message: string },
  index: number,
): string {
  if ("list" in source.subject) {
    const what = step === "metadata" ? "metadata in object" : "converted object";
    return `${prefix(source)} returned invalid ${what} at index ${index}: ${message}`;
  }
  if (step === "decode") return message;
  const what = step === "metadata" ? "metadata" : step === "type" ? "object at index 0" : "object";
  return `${prefix(source)} returned invalid ${what}: ${message}`;
}

/** The converted object with the original's metadata, its labels and annotations excepted. */
function restoreMetadata(original: JsonObject, converted: JsonObject): JsonObject {
  const [before, answered] = [mapAt(original, "metadata"), mapAt(converted, "metadata")];
  const { labels: _, annotations: __, ...rest } = before;
  const [labels, annotations] = [member(answered, "labels"), member(answered, "annotations")];
  return {
    ...converted,
    metadata: {
      ...rest,
      ...(isObject(labels) && { labels }),
      ...(isObject(annotations) && { annotations }),
    },
  };
}

function mapAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}
