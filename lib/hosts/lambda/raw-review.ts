import { hasKeyFault } from "../../json/native-parser.ts";
import { parse } from "../../json/parse.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Deadline } from "../../request/deadline.ts";
import { bodyText, type HttpAnswer } from "../../request/http-answer.ts";
import type { Verb } from "../../request/routes.ts";
import type { Service } from "../../service/review-service.ts";

const damaged =
  "a number of this review is too large for a raw invocation, which rounds integers beyond 2^53: send it as the body of an HTTP event";

const confused =
  "a key of this review holds a backslash, and the parser of this runtime may have made it of another key: send the review as the body of an HTTP event";

/**
 * Answers a raw review with a raw review. Both pass through the runtime's own JSON, which rounds integers beyond 2^53: a
 * review that holds one, or whose answer would, is a failure. So is a review with a key that a runtime which confuses keys
 * may have put in another one's place: what it puts there always holds a backslash. Nothing is lost without a word.
 */
export async function answerRaw(
  verb: Verb,
  service: Service,
  review: JsonObject,
  deadline: Deadline,
): Promise<JsonObject> {
  const refusal = (message: string) => mapOf(service.refuse(verb, review, message));
  if (someValue(review, isRounded)) return refusal(damaged);
  if (hasKeyFault && someValue(review, holdsSlashInKey)) return refusal(confused);
  const answer = mapOf(await service.answer(verb, stringify(review), deadline));
  return someValue(answer, isRounded) ? refusal(damaged) : answer;
}

/** Every answer is a map. */
function mapOf(answer: HttpAnswer): JsonObject {
  const parsed = parse(bodyText(answer));
  return parsed.ok && isObject(parsed.value) ? parsed.value : {};
}

/** Walks level by level: a review may nest deeper than the stack carries. */
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

/** True for a map with a key that the fault of the parser may have put there. */
function holdsSlashInKey(value: JsonValue): boolean {
  return isObject(value) && Object.keys(value).some((key) => key.includes("\\"));
}

/**
 * True for what `JSON.parse` may have made of another number: an integer of 64 bits beyond 2^53, or what is beyond
 * float64. A larger integer is float64 to the server too.
 */
function isRounded(value: JsonValue): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return false;
  return !Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) <= 2 ** 63);
}
