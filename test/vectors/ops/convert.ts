import { equal } from "../../../lib/json/equal.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import {
  type ConversionSubject,
  conversionRequest,
  conversionSetting,
} from "../../../lib/protocol/webhook-client/conversion-request.ts";
import { convertByWebhook } from "../../../lib/protocol/webhook-client/convert-by-webhook.ts";
import type { Op } from "../outcome.ts";

const uid = "$UID";

/** Op `convert`: the request that the server sends, and the result of a given response. */
export const run: Op = (vector) => {
  const setting = conversionSetting(objectAt(vector, "crd"));
  const toVersion = String(member(vector, "toVersion"));
  const expected = objectAt(vector, "expect");
  const subject = subjectOf(vector);
  const request = conversionRequest(setting, subject, toVersion, uid);
  const review = request.ok ? (request.value ?? null) : null;
  if (!equal(review, member(expected, "request") ?? null)) {
    return `sends ${stringify(review)}, expected ${stringify(member(expected, "request") ?? null)}`;
  }
  const answer = (sent: JsonObject) => responseOf(vector, sent);
  const result = convertByWebhook(setting, subject, toVersion, { uid, answer });
  const error = member(expected, "error");
  if (!result.ok)
    return result.error === error ? undefined : `${result.error}, expected ${String(error)}`;
  if (error !== undefined) return `accepted, expected ${String(error)}`;
  const converted = "list" in subject ? result.value : result.value[0];
  return equal(converted, member(expected, "converted"))
    ? undefined
    : `gives ${stringify(converted ?? null)}, expected ${stringify(member(expected, "converted") ?? null)}`;
};

function subjectOf(vector: JsonObject): ConversionSubject {
  const list = member(vector, "list");
  return isArray(list) ? { list: list.filter(isObject) } : { object: objectAt(vector, "object") };
}

/** The vector's response: its body where it has one, else a review with its response. */
function responseOf(vector: JsonObject, sent: JsonObject) {
  const { status, body, ...response } = objectAt(vector, "response");
  const text =
    typeof body === "string"
      ? body
      : stringify(reviewAround(objectAt(vector, "response"), response, sent));
  return { ...(typeof status === "number" && { status }), body: text };
}

function reviewAround(given: JsonObject, response: JsonObject, sent: JsonObject): JsonValue {
  const { apiVersion = sent["apiVersion"] ?? "", kind = "ConversionReview", ...rest } = response;
  return {
    apiVersion,
    kind,
    response: { uid, result: { status: "Success" }, ...rest },
    ...(given && {}),
  };
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = member(object, key);
  return isObject(value) ? value : {};
}
