import type { Lookup } from "../../cluster/lookup.ts";
import { decodeUtf8, parse } from "../../json/parse.ts";
import { ok } from "../../json/result.ts";
import { isObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { Kind } from "../../kind/kind.ts";
import type { Deadline } from "../../request/deadline.ts";
import { bodyText } from "../../request/http-answer.ts";
import type { Service } from "../review-service.ts";
import { declaredSchemas } from "./declared-schemas.ts";
import { type NotedAnswer, notingLookup } from "./noted-lookup.ts";
import type { Recording } from "./recording.ts";
import type { SeenReview } from "./recording-service.ts";
import { redactReview } from "./redaction.ts";

/** What makes recordings. */
export interface RecordingOptions {
  readonly kinds: readonly Kind[];
  /** Makes the same service as the one that is recorded, but for its log: no review is to be counted twice. */
  readonly quiet: () => Service;
  /** Asked where the caller of a review has no look-up of its own. */
  readonly lookup: Lookup;
}

/** Makes a recording of a review; undefined where there is nothing that may be kept, or no answer to keep. */
export type ReviewRecorder = (
  seen: SeenReview,
  deadline: Deadline,
) => Promise<Recording | undefined>;

/**
 * Makes recordings: a review is redacted first, and what is kept as its answer is the answer to the redacted review, given
 * by the same code in the same process. So a recording holds nothing of the true answer and can be replayed exactly. An
 * answer that was late, for which the cluster could not be asked, or which rests on what is in another object, is not kept.
 */
export function reviewRecorder({ kinds, quiet, lookup }: RecordingOptions): ReviewRecorder {
  const schemas = declaredSchemas(kinds);
  const service = quiet();
  return async ({ verb, body, caller, time }, deadline) => {
    const text = typeof body === "string" ? ok(body) : decodeUtf8(body);
    const parsed = text.ok ? parse(text.value, { tokens: true }) : text;
    const review = parsed.ok ? redactReview(schemas, verb, parsed.value) : undefined;
    if (review === undefined || deadline.expired()) return undefined;
    const lookups: NotedAnswer[] = [];
    let isWhole = true;
    const noting = notingLookup(caller?.lookup ?? lookup, {
      answered: (noted) => void lookups.push(noted),
      read: () => {
        isWhole = false;
      },
    });
    const answered = await service.answer(verb, stringify(review), deadline, { lookup: noting });
    if (answered.status !== 200 || !isWhole || deadline.expired()) return undefined;
    const answer = parse(bodyText(answered), { tokens: true });
    if (!answer.ok || !isObject(answer.value)) return undefined;
    return { time, cluster: caller?.cluster, verb, review, answer: answer.value, lookups };
  };
}
