import { hasKeyFault } from "../../json/native-parser.ts";
import { parse } from "../../json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Deadline } from "../../request/deadline.ts";
import { bodyText, type HttpResponse } from "../../request/http-response.ts";
import type { Verb } from "../../request/routes.ts";
import type { Service } from "../../service/review-service.ts";

const roundedText =
  "a number in this review is too large for a raw invocation, which rounds integers beyond 2^53: send the review as the body of an HTTP event";

const wrongKeyText =
  "a key in this review contains a backslash, and this runtime's JSON parser may have read another key wrongly: send the review as the body of an HTTP event";

/**
 * Responds to a raw review with a raw review. The Lambda runtime parses and prints both as JSON and rounds integers
 * beyond 2^53, so a review fails if it or its response holds such a number. If this Node's JSON parser has the fault that
 * {@link hasKeyFault} names, a review with a backslash in a key fails too, because the key may be wrong. So no value is
 * changed silently.
 */
export async function handleRawReview(
  verb: Verb,
  service: Service,
  review: JsonObject,
  deadline: Deadline,
): Promise<JsonObject> {
  const refusal = (message: string) => responseMap(service.refuse(verb, review, message));
  if (someValue(review, isRounded)) return refusal(roundedText);
  if (hasKeyFault && someValue(review, holdsSlashInKey)) return refusal(wrongKeyText);
  const response = responseMap(await service.answer(verb, stringify(review), deadline));
  return someValue(response, isRounded) ? refusal(roundedText) : response;
}

/** The body of a response, as JSON. It is always a map. */
function responseMap(response: HttpResponse): JsonObject {
  const parsed = parse(bodyText(response));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/**
 * True if any value, at any depth, passes the test. Does not recurse: a review may be nested more deeply than the stack
 * allows.
 */
function someValue(root: JsonObject, test: (value: JsonValue) => boolean): boolean {
  let level: readonly JsonValue[] = [root];
  while (level.length > 0) {
    if (level.some(test)) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}

/** True for a map with a backslash in a key, which a JSON parser with the fault {@link hasKeyFault} may have read wrongly. */
function holdsSlashInKey(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).some((key) => key.includes("\\"));
}

/**
 * True for a number that `JSON.parse` may have rounded: an integer beyond 2^53 that fits into 64 bits, or a number
 * beyond float64. A larger integer is rounded by the server too, to a float64.
 */
function isRounded(value: JsonValue): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return false;
  return !Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) <= 2 ** 63);
}
