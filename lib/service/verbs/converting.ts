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
import { reviewResponse } from "../../request/http-response.ts";
import type { OpenLine } from "../../request/log.ts";
import type { LogFields, ServiceResponse, VerbHandler } from "../review-service.ts";

/** Options of the verb that converts. */
export interface ConvertingOptions extends GraphOptions {
  readonly kinds: readonly Kind[];
}

/** Bytes from which a process's first review is spliced too: below, parsing takes less than loading what scans. */
const coldLength = 64 * 1024;

/** The verb that converts. Throws IncompleteRegistry where a kind cannot be converted between all its versions. */
export function converting({ kinds, nearestValid = false }: ConvertingOptions): VerbHandler {
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
      const response = reviewResponse(Buffer.from(body));
      return { review, type, response, logFields: logFieldsOf(review.head, spliced) };
    },
    answer: (review, { requestSize, deadline: { expired } }) => {
      const convert = (): ConversionAnswer =>
        convertReview(registry, review, {
          requestSize,
          allowance: new Allowance({ validators, expired }),
        });
      const answered = (converted: ConversionAnswer): ServiceResponse => ({
        response: reviewResponse(converted.text),
        logFields: logFieldsOf(review.head, converted),
      });
      const first = convert();
      if (validators.isComplete) return answered(first);
      return validators.load().then(() => answered(convert()));
    },
  };
}

/** The log fields of a response. */
function logFieldsOf(
  { uid }: ReviewHead,
  { failure, failureClass, thrown, objects, remarks }: Omit<ConversionAnswer, "text">,
): LogFields {
  const outcome = failure === undefined ? "converted" : "failed";
  const logFields: OpenLine<LogFields> = { uid, outcome, objects };
  if (failure !== undefined) logFields.message = failure;
  if (failureClass !== undefined) logFields.failureClass = failureClass;
  if (thrown !== undefined) logFields.thrown = thrown;
  return remarks === undefined ? logFields : { ...logFields, ...remarksOf(remarks) };
}

function remarksOf({
  unread,
  rounded,
  stale,
  heldBack,
  lost,
  nearest,
  undecided,
}: ConversionRemarks): Partial<LogFields> {
  return {
    ...(unread.length > 0 && { unread }),
    ...(rounded.length > 0 && { rounded }),
    ...(stale + heldBack > 0 && { stash: { stale, heldBack } }),
    ...(lost.length > 0 && { lost }),
    ...(nearest !== undefined && { nearest }),
    ...(undecided !== undefined && { undecided }),
  };
}
