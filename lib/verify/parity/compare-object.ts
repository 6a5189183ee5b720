import { equal } from "../../json/equal.ts";
import { mapAt } from "../../json/members.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Edit } from "../apply-edit.ts";
import { edited } from "../samples/edited-objects.ts";
import { serverPass } from "../server-pass.ts";
import type { Direction, SubjectVersion } from "../subject.ts";
import { type Exchange, exchangeReview, type ReviewVersion } from "../webhook/exchange.ts";
import type { ReviewPort } from "../webhook/review-port.ts";
import type { ComparedObject } from "./compared-objects.ts";
import {
  type BothExchanges,
  conversionDifferences,
  type ParityDifference,
} from "./conversion-differences.ts";

/**
 * What is compared: one conversion; what comes back of it by each webhook, as it is or after an edit; and what each webhook
 * makes of an object that the old one converted, as it is stored on the day of the switch.
 */
export type ParityStep = "conversion" | "there-and-back" | "edited" | "take-over";

/** The two webhooks. */
export interface WebhookPair {
  readonly old: ReviewPort;
  readonly new: ReviewPort;
  /** True for a path at which the two may differ: somebody acknowledged it. Default: none. */
  readonly isAcknowledged?: (path: string) => boolean;
}

/** What one step of the comparison shows. */
export interface ComparedStep {
  readonly step: ParityStep;
  /** The version of the objects that are compared. */
  readonly version: string;
  /** What the new webhook was sent. */
  readonly sent: ReviewObject;
  readonly old: JsonObject | undefined;
  readonly new: JsonObject | undefined;
  readonly differences: readonly ParityDifference[];
  /** Annotations that the old webhook added to what it converted. */
  readonly annotations: readonly string[];
}

/** Has both webhooks convert an object, and convert the results back, up to the first step with a difference that counts. */
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
  const first = stepOf("conversion", object, object, {
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
  const second = stepOf(step, object, own, both);
  yield second;
  if (hasDifference(second) || equal(stored, own)) return;
  const takenOver = { ...both, new: convert(webhooks.new, stored, from) };
  yield stepOf("take-over", object, stored, takenOver);
}

/** A converted object as the server stores it after edits; undefined where it is not converted, or refused after the edits. */
function storedAfter(
  pair: Direction,
  exchange: Exchange,
  edits: readonly Edit[],
): ReviewObject | undefined {
  const image = acceptedOf(exchange);
  if (image === undefined) return undefined;
  return edits.length === 0 ? serverPass(image, pair.to) : edited(pair, image, edits);
}

function reviewVersionOf(
  blackBox: { readonly reviewVersion: ReviewVersion } | undefined,
): ReviewVersion {
  return blackBox?.reviewVersion ?? "v1";
}

/** True where a step shows a difference that is not harmless. */
function hasDifference({ differences }: ComparedStep): boolean {
  return differences.some(({ harmless }) => harmless === undefined);
}

function stepOf(
  step: ParityStep,
  source: ReviewObject,
  sent: ReviewObject,
  {
    isAcknowledged,
    ...both
  }: BothExchanges & { readonly isAcknowledged: (path: string) => boolean },
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
