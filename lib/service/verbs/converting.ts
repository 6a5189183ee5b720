import { type ConversionResult, convertReview } from "../../conversion/convert-review.ts";
import { copyThrough } from "../../conversion/copy-through/copy-through.ts";
import { conversionRegistry } from "../../conversion/registry.ts";
import type { GraphOptions } from "../../conversion/version-graph.ts";
import { Allowance } from "../../converter/allowance.ts";
import type { ConversionRemarks } from "../../converter/converter.ts";
import { LazyValidators } from "../../crd/validator/lazy-validators.ts";
import type { Kind } from "../../kind/kind.ts";
import { nearestRegistry } from "../../kind/nearest-registry.ts";
import { reviewResponse } from "../../request/http-response.ts";
import type { MutableLine } from "../../request/log.ts";
import type { ReviewFacts } from "../../request/review-facts.ts";
import type { LogFields, ServiceResponse, VerbHandler } from "../review-service.ts";

interface ConvertingOptions extends GraphOptions {
  readonly kinds: readonly Kind[];
}

/**
 * Creates the handler of `convert`. Throws IncompleteRegistry if a kind can't be converted between all its versions.
 */
export function converting({
  kinds,
  nearestValid = false,
}: ConvertingOptions): VerbHandler<"convert"> {
  const registry = nearestValid ? nearestRegistry(kinds) : conversionRegistry(kinds);
  const validators = new LazyValidators();
  const copy = copyThrough(registry);
  return {
    verb: "convert",
    answerText: (text, { expired }) => {
      const copied = copy(text, new Allowance({ validators, expired }));
      if (copied === undefined || !validators.isComplete) return undefined;
      const { uid, body, facts } = copied;
      return { response: reviewResponse(body), logFields: logFieldsOf(uid, copied, facts) };
    },
    answer: (review, { requestBytes, deadline: { expired } }) => {
      const convert = (): ConversionResult =>
        convertReview(registry, review, {
          requestBytes,
          allowance: new Allowance({ validators, expired }),
        });
      const respond = (converted: ConversionResult): ServiceResponse => ({
        response: reviewResponse(converted.text),
        logFields: logFieldsOf(review.head.uid, converted),
      });
      const first = convert();
      if (validators.isComplete) return respond(first);
      return validators.load().then(() => respond(convert()));
    },
  };
}

function logFieldsOf(
  uid: string,
  { failure, failureClass, thrown, objects, remarks }: Omit<ConversionResult, "text">,
  facts?: ReviewFacts,
): LogFields {
  const outcome = failure === undefined ? "converted" : "failed";
  const logFields: MutableLine<LogFields> = { ...facts, uid, outcome, objects };
  if (failure !== undefined) logFields.message = failure;
  if (failureClass !== undefined) logFields.failureClass = failureClass;
  if (thrown !== undefined) logFields.thrown = thrown;
  return remarks === undefined ? logFields : { ...logFields, ...remarksOf(remarks) };
}

function remarksOf({
  unparsed,
  rounded,
  stale,
  heldBack,
  lost,
  nearest,
  undecided,
}: ConversionRemarks): Partial<LogFields> {
  return {
    ...(unparsed.length > 0 && { unparsed }),
    ...(rounded.length > 0 && { rounded }),
    ...(stale + heldBack > 0 && { stash: { stale, heldBack } }),
    ...(lost.length > 0 && { lost }),
    ...(nearest !== undefined && { nearest }),
    ...(undecided !== undefined && { undecided }),
  };
}
