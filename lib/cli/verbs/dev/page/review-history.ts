import { parse, parseBytes } from "../../../../json/parse.ts";
import {
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../../json/value.ts";
import type { LogLine } from "../../../../request/log.ts";
import { logText } from "../../../../request/log-text.ts";
import { clockTime } from "../edit-lines.ts";
import { hasSucceeded, reviewNotes, reviewSummary } from "../review-line.ts";
import { maskedObject, textWithoutValues } from "./masked-object.ts";
import type { ObjectViewer } from "./object-view.ts";
import type { ReviewView } from "./page-state.ts";

/** The stored parts of a review: its facts and some of its objects, all masked. */
export interface PastReview {
  readonly facts: Omit<ReviewView, "objects">;
  readonly objects: readonly JsonObject[];
}

/**
 * The most reviews that are stored; the oldest is removed first. The number is a choice: more than a person scrolls through,
 * and with five objects of each the memory stays bounded.
 */
const maxReviews = 100;

/**
 * The most objects of a review that are stored: a review of a list may have thousands. The number is a choice: the page shows
 * one at a time, and a few show what the conversion does.
 */
const maxObjects = 5;

/**
 * If a body has more bytes, none of its objects is stored, because the body would have to be parsed a second time. The number
 * is a choice: most reviews of single objects have fewer, and 100 stored reviews take at most some tens of megabytes.
 */
const maxBodyBytes = 256 * 1024;

/**
 * The most characters of a message that are stored. The number is a choice: enough for a failure that quotes several objects;
 * what is cut off is in the terminal and the log.
 */
const maxMessage = 2_000;

/** The last reviews, in memory only. */
export class ReviewHistory {
  readonly #reviews: PastReview[] = [];
  #count = 0;

  /** The reviews, the newest first. */
  get all(): readonly PastReview[] {
    return this.#reviews;
  }

  /** Masks a review, and stores and returns the result. */
  add(line: LogLine, body: string | Uint8Array, viewer: ObjectViewer): PastReview {
    this.#count += 1;
    const found = body.length > maxBodyBytes ? undefined : reviewedObjects(body);
    const safe = (found ?? []).map(
      (object) => viewer.masked(object) ?? { ...maskedObject(object, undefined), isUnknown: true },
    );
    const values = new Set(safe.flatMap((each) => [...each.values]));
    const kept = safe
      .filter((each) => !("isUnknown" in each))
      .slice(0, maxObjects)
      .map(({ object }) => object);
    const review: PastReview = {
      facts: {
        id: this.#count,
        time: clockTime(),
        verb: line.verb ?? "",
        kind: line.kind ?? "unknown kind",
        subject: reviewSummary(line),
        outcome: line.outcome,
        hasSucceeded: hasSucceeded(line),
        ms: line.ms,
        notes: [
          ...reviewNotes(line),
          ...messageNotes(line, found === undefined ? undefined : values),
        ],
        more: Math.max(0, (line.objects ?? found?.length ?? 0) - kept.length),
      },
      objects: kept,
    };
    this.#reviews.unshift(review);
    this.#reviews.length = Math.min(this.#reviews.length, maxReviews);
    return review;
  }
}

/** The message of the response, masked. The message may quote values, so it is left out if the values to mask are not known. */
function messageNotes(
  { message, thrown }: LogLine,
  values: ReadonlySet<string> | undefined,
): readonly string[] {
  return [
    ...(thrown === undefined ? [] : ["the kind's code failed: the terminal shows the error"]),
    ...(message === undefined
      ? []
      : [
          values === undefined
            ? "the message is shown in the terminal only: the review is too large, or can't be parsed"
            : logText(textWithoutValues(message, values), maxMessage),
        ]),
  ];
}

/** The objects of a review; for an admission, the new object before the old one. Undefined if the body can't be parsed. */
function reviewedObjects(body: string | Uint8Array): readonly JsonObject[] | undefined {
  const parsed = typeof body === "string" ? parse(body) : parseBytes(body);
  const request = parsed.ok && isObject(parsed.value) ? member(parsed.value, "request") : undefined;
  if (!isObject(request)) return undefined;
  const list = member(request, "objects");
  const found: readonly (JsonValue | undefined)[] = isArray(list)
    ? list
    : [member(request, "object"), member(request, "oldObject")];
  return found.filter(isObject);
}
