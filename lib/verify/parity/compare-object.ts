import { equal } from "../../json/equal.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { ReviewVersion } from "../../protocol/review.ts";
import type { BodyEdit } from "../apply-edit.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { objectAfterEdits } from "../samples/edited-objects.ts";
import type { Direction, SubjectVersion } from "../subject.ts";
import { type Exchange, exchangeReview } from "../webhook/exchange.ts";
import type { ReviewPort } from "../webhook/review-port.ts";
import type { ComparedObject } from "./compared-objects.ts";
import {
  conversionDifferences,
  type ExchangePair,
  type ParityDifference,
} from "./conversion-differences.ts";

/**
 * What is compared. `conversion`: one conversion. `there-and-back`: a conversion and the conversion back, each webhook with its
 * own result. `edited`: as `there-and-back`, with edits of the converted object. `take-over`: the conversion back of an object
 * that the old webhook converted, as it may be stored when the new webhook replaces the old one.
 */
export type ParityStep = "conversion" | "there-and-back" | "edited" | "take-over";

/** The two webhooks to compare. */
export interface WebhookPair {
  readonly old: ReviewPort;
  readonly new: ReviewPort;
  /** True for a path at which the results may differ, because the user acknowledged that. Default: none. */
  readonly isAcknowledged?: (path: string) => boolean;
}

/** The result of one step of the comparison. */
export interface ComparedStep {
  readonly step: ParityStep;
  /** The target version of the compared step. */
  readonly version: string;
  /** The object that the new webhook was sent. */
  readonly sent: ReviewObject;
  readonly old: JsonObject | undefined;
  readonly new: JsonObject | undefined;
  readonly differences: readonly ParityDifference[];
  /** For `take-over`: names of the annotations that the old webhook added to the object. Otherwise empty. */
  readonly annotations: readonly string[];
}

/**
 * Converts an object and the results back with both webhooks. Ends after the first step with a difference that counts, or if a
 * webhook does not convert the object.
 */
export function* compareObject(
  pair: Direction,
  webhooks: WebhookPair,
  { object, edits = [] }: Pick<ComparedObject, "object" | "edits">,
): Iterable<ComparedStep> {
  const { subject, from, to } = pair;
  const convert = (port: ReviewPort, source: ReviewObject, version: SubjectVersion): Exchange =>
    exchangeReview(port, {
      objects: [source],
      to: `${subject.kind.group}/${version.name}`,
      reviewVersion: reviewVersionOf(subject.blackBox),
    });
  const [old, now] = [convert(webhooks.old, object, to), convert(webhooks.new, object, to)];
  const { isAcknowledged = () => false } = webhooks;
  const first = comparedStep("conversion", object, object, {
    ...{ source: object, old, new: now },
    ...{ version: to, isAcknowledged },
  });
  yield first;
  if (hasDifference(first)) return;
  const [stored, own] = [old, now].map((exchange) => storedAfter(pair, exchange, edits));
  if (stored === undefined || own === undefined) return;
  const back = convert(webhooks.old, stored, from);
  const returned = { old: back, new: convert(webhooks.new, own, from) };
  const both = { source: object, ...returned, version: from, isAcknowledged };
  const step = edits.length === 0 ? "there-and-back" : "edited";
  const second = comparedStep(step, object, own, both);
  yield second;
  if (hasDifference(second) || equal(stored, own)) return;
  const takenOver = { ...both, new: convert(webhooks.new, stored, from) };
  yield comparedStep("take-over", object, stored, takenOver);
}

/**
 * The converted object as stored, after edits if there are any; undefined if it was not converted, or is not valid after the
 * edits.
 */
function storedAfter(
  pair: Direction,
  exchange: Exchange,
  edits: readonly BodyEdit[],
): ReviewObject | undefined {
  const converted = acceptedOf(exchange);
  if (converted === undefined) return undefined;
  return edits.length === 0
    ? prunedAndDefaulted(converted, pair.to)
    : objectAfterEdits(pair, converted, edits);
}

function reviewVersionOf(
  blackBox: { readonly reviewVersion: ReviewVersion } | undefined,
): ReviewVersion {
  return blackBox?.reviewVersion ?? "v1";
}

/** True if a step shows a difference that is not harmless. */
function hasDifference({ differences }: ComparedStep): boolean {
  return differences.some(({ harmless }) => harmless === undefined);
}

function comparedStep(
  step: ParityStep,
  source: ReviewObject,
  sent: ReviewObject,
  {
    isAcknowledged,
    ...both
  }: ExchangePair & { readonly isAcknowledged: (path: string) => boolean },
): ComparedStep {
  const added = Object.keys(annotationsOfSent(sent)).filter(
    (key) => !Object.hasOwn(annotationsOfSent(source), key),
  );
  return {
    step,
    version: both.version.name,
    sent,
    old: acceptedOf(both.old),
    new: acceptedOf(both.new),
    differences: conversionDifferences(both).filter(({ path }) => !isAcknowledged(path)),
    annotations: step === "take-over" ? added : [],
  };
}

function annotationsOfSent(object: JsonObject): JsonObject {
  return mapAt(mapAt(object, "metadata"), "annotations");
}

function acceptedOf(exchange: Exchange): ReviewObject | undefined {
  return exchange.type === "converted" ? exchange.accepted[0] : undefined;
}
