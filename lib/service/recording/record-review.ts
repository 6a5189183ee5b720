import type { Lookup } from "../../cluster/lookup.ts";
import { decodeUtf8, parse } from "../../json/parse.ts";
import { ok } from "../../json/result.ts";
import { isObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Kind } from "../../kind/kind.ts";
import type { Deadline } from "../../request/deadline.ts";
import { bodyText } from "../../request/http-response.ts";
import type { Service } from "../review-service.ts";
import { declaredSchemas } from "./declared-schemas.ts";
import { observedLookup, type RecordedLookup } from "./recorded-lookup.ts";
import type { Recording } from "./recording.ts";
import type { CompletedReview } from "./recording-service.ts";
import { redactReview } from "./redaction.ts";

/** The kinds whose reviews are recorded, a second service for them, and its lookups. */
export interface RecordingOptions {
  readonly kinds: readonly Kind[];
  /** Creates a service that responds like the real one but writes no log, so that no review is counted twice. */
  readonly unlogged: () => Service;
  /** The lookups for reviews whose caller has none. */
  readonly lookup: Lookup;
}

/**
 * Returns the recording of a review. Undefined if nothing of the review may be recorded, or if its response can't be
 * reproduced.
 */
type ReviewRecorder = (
  review: CompletedReview,
  deadline: Deadline,
) => Promise<Recording | undefined>;

/**
 * Records reviews. A review is redacted first, and the recorded response is the one that the same code gives to the
 * redacted review. So a recording holds nothing of the real response, and replaying it gives the recorded response
 * exactly. A response is not recorded if it was late, if a lookup failed, or if it depends on the content of another
 * object.
 */
export function reviewRecorder({ kinds, unlogged, lookup }: RecordingOptions): ReviewRecorder {
  const schemas = declaredSchemas(kinds);
  const service = unlogged();
  return async ({ verb, body, caller, time }, deadline) => {
    const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
    const parsed = text.ok ? parse(text.value, { tokens: true }) : text;
    const review = parsed.ok ? redactReview(schemas, verb, parsed.value) : undefined;
    if (review === undefined || deadline.expired()) return undefined;
    const lookups: RecordedLookup[] = [];
    let isWhole = true;
    const observed = observedLookup(caller?.lookup ?? lookup, {
      onExists: (each) => void lookups.push(each),
      onRead: () => {
        isWhole = false;
      },
    });
    const response = await service.answer(verb, stringify(review), deadline, { lookup: observed });
    if (response.status !== 200 || !isWhole || deadline.expired()) return undefined;
    const answer = parse(bodyText(response), { tokens: true });
    if (!answer.ok || !isObject(answer.value)) return undefined;
    return { time, cluster: caller?.cluster, verb, review, answer: answer.value, lookups };
  };
}
