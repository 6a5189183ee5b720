import { mapAt } from "../../../lib/json/members.ts";
import { parse } from "../../../lib/json/parse.ts";
import { isArray, isObject, type JsonObject, member } from "../../../lib/json/value.ts";
import { stringify } from "../../../lib/json/write.ts";
import type { ReviewDelivery } from "../../../lib/verify/webhook/review-delivery.ts";
import { convertJob } from "./job-conversion.ts";

/** How a webhook responds to a review: with an HTTP response, never, or by closing the connection. */
export type WebhookReply = { readonly status: number; readonly body: string } | "never" | "cut";

/** How a webhook differs from a correct one. */
export interface WebhookFault {
  /** Returns a reply for the text of a request; undefined to respond as usual. */
  readonly body?: (text: string) => WebhookReply | undefined;
  /** Returns a reply for a review that is sent in an unusual way; undefined to respond as usual. */
  readonly way?: (way: ReviewDelivery) => WebhookReply | undefined;
  /** After how many milliseconds the webhook responds. Default: 0. */
  readonly delayMs?: number;
  /** Converts one object; throws to refuse the review. */
  readonly convert?: (object: JsonObject, to: string) => JsonObject;
  /** Changes the list of converted objects. */
  readonly list?: (objects: readonly JsonObject[]) => readonly JsonObject[];
  /** Changes the review that is returned. */
  readonly review?: (review: JsonObject) => JsonObject;
  /** Returns a reply for the objects and the target version; undefined to respond as usual. */
  readonly reply?: (objects: readonly JsonObject[], to: string) => WebhookReply | undefined;
  /** True if the message of a refusal is only what was thrown, without the object's name. */
  readonly isNameless?: boolean;
  /** The message of a refusal. Default: what was thrown, with the object's name. */
  readonly message?: string;
}

/** Thrown to refuse the conversion of a review. The message is for the user. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** Returns the response of a conversion webhook for Jobs to a review, given as text. */
export function answer(text: string, fault: WebhookFault = {}): WebhookReply {
  const early = fault.body?.(text);
  if (early !== undefined) return early;
  const parsed = parse(text);
  if (!parsed.ok || !isObject(parsed.value)) return { status: 400, body: "not a review" };
  const request = member(parsed.value, "request");
  if (!isObject(request)) return { status: 400, body: "no request" };
  const given = member(request, "objects");
  const objects = isArray(given) ? given.filter(isObject) : [];
  const to = String(member(request, "desiredAPIVersion"));
  const replaced = fault.reply?.(objects, to);
  if (replaced !== undefined) return replaced;
  const response = { uid: request["uid"] ?? "", ...responseTo(objects, to, fault) };
  const { apiVersion = "", kind = "" } = parsed.value;
  const review = { apiVersion, kind, response };
  return { status: 200, body: stringify(fault.review?.(review) ?? review) };
}

function responseTo(objects: readonly JsonObject[], to: string, fault: WebhookFault): JsonObject {
  const { convert = convertJob, list = (all) => all, message, isNameless } = fault;
  const converted: JsonObject[] = [];
  for (const object of objects) {
    try {
      converted.push(convert(object, to));
    } catch (thrown) {
      const name = String(mapAt(object, "metadata")["name"]);
      const text = message ?? (isNameless ? String(thrown) : `${name}: ${String(thrown)}`);
      return { result: { status: "Failure", message: text }, convertedObjects: [] };
    }
  }
  return { result: { status: "Success" }, convertedObjects: list(converted) };
}
