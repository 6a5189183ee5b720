import { type ConversionAnswer, convertReview } from "../../conversion/convert-review.ts";
import { spliceReview } from "../../conversion/copy-through/splice-review.ts";
import { conversionRegistry } from "../../conversion/registry.ts";
import type { GraphOptions } from "../../conversion/version-graph.ts";
import { Allowance } from "../../converter/allowance.ts";
import type { ConversionRemarks } from "../../converter/converter.ts";
import { LazyValidators } from "../../crd/validator/lazy-validators.ts";
import type { Kind } from "../../kind/kind.ts";
import { nearestRegistry } from "../../kind/nearest-registry.ts";
import type { ReviewHead } from "../../protocol/review.ts";
import { reviewAnswer } from "../../request/http-answer.ts";
import type { OpenLine } from "../../request/log.ts";
import type { Answered, Told, VerbRoom } from "../review-service.ts";

/** What conversion needs. */
export interface ConvertingOptions extends GraphOptions {
  readonly kinds: readonly Kind[];
}

/** Bytes from which a process's first review is spliced too: below, parsing takes less than loading what scans. */
const coldLength = 64 * 1024;

/** The verb that converts. Throws IncompleteRegistry where a kind cannot be converted between all its versions. */
export function converting({ kinds, nearestValid = false }: ConvertingOptions): VerbRoom {
  const registry = nearestValid ? nearestRegistry(kinds) : conversionRegistry(kinds);
  const validators = new LazyValidators();
  let isCold = true;
  return {
    verb: "convert",
    answerText: (text, { expired }) => {
      const allowance = new Allowance({ validators, expired });
      const isParsed = isCold && text.length < coldLength;
      isCold = false;
      if (isParsed) return undefined;
      const spliced = spliceReview(registry, text, allowance);
      if (spliced === undefined || !validators.isComplete) return undefined;
      const { review, type, body } = spliced;
      // What was given lasts until the next review only.
      const answer = reviewAnswer(Buffer.from(body));
      return { review, type, answer, told: toldOf(review.head, spliced) };
    },
    answer: (review, { requestSize, deadline: { expired } }) => {
      const convert = (): ConversionAnswer =>
        convertReview(registry, review, {
          requestSize,
          allowance: new Allowance({ validators, expired }),
        });
      const answered = (converted: ConversionAnswer): Answered => ({
        answer: reviewAnswer(converted.text),
        told: toldOf(review.head, converted),
      });
      const first = convert();
      if (validators.isComplete) return answered(first);
      return validators.load().then(() => answered(convert()));
    },
  };
}

/** What the log says of an answer. */
function toldOf(
  { uid }: ReviewHead,
  { failure, failureClass, thrown, objects, remarks }: Omit<ConversionAnswer, "text">,
): Told {
  const verdict = failure === undefined ? "converted" : "failed";
  const told: OpenLine<Told> = { uid, verdict, objects };
  if (failure !== undefined) told.message = failure;
  if (failureClass !== undefined) told.failureClass = failureClass;
  if (thrown !== undefined) told.thrown = thrown;
  return remarks === undefined ? told : { ...told, ...remarksOf(remarks) };
}

function remarksOf({
  unread,
  rounded,
  stale,
  heldBack,
  lost,
  nearest,
  undecided,
}: ConversionRemarks): Partial<Told> {
  return {
    ...(unread.length > 0 && { unread }),
    ...(rounded.length > 0 && { rounded }),
    ...(stale + heldBack > 0 && { stash: { stale, heldBack } }),
    ...(lost.length > 0 && { lost }),
    ...(nearest !== undefined && { nearest }),
    ...(undecided !== undefined && { undecided }),
  };
}
