import type { AdmissibleKind } from "../../admission/admission-kind.ts";
import { admissionRegistry } from "../../admission/admission-registry.ts";
import { type Verb as Admit, admitReview } from "../../admission/admit-review.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import { conversionRegistry } from "../../conversion/registry.ts";
import type { ConvertibleKind } from "../../converter/convertible-kind.ts";
import { LazyValidators } from "../../crd/validator/lazy-validators.ts";
import { reviewAnswer } from "../../request/http-answer.ts";
import type { VerbRoom } from "../review-service.ts";

/** What admission needs. */
export interface AdmittingOptions {
  readonly kinds: readonly (AdmissibleKind & ConvertibleKind)[];
  /** Answers the questions of validation rules where no cluster is connected. */
  readonly lookup: Lookup;
}

/** A verb that admits. Throws IncompleteRegistry where a kind cannot be served in all its versions. */
export function admitting(
  verb: "mutate" | "validate",
  run: Admit,
  { kinds, lookup: unconnected }: AdmittingOptions,
): VerbRoom {
  const registry = admissionRegistry(kinds, conversionRegistry(kinds));
  const validators = new LazyValidators();
  const room = { run, mutating: verb === "mutate" };
  return {
    verb,
    answer: async (review, { requestSize, deadline, lookup = unconnected }) => {
      const { expired } = deadline;
      const limits = { signals: deadline.signals(), requestSize, lookup, expired, validators };
      const answer = await admitReview(registry, review, room, limits);
      const { verdict, failure, thrown } = answer;
      const told = {
        uid: review.head.uid,
        verdict,
        ...(failure !== undefined && { message: failure }),
        ...(thrown !== undefined && { thrown }),
      };
      return { answer: reviewAnswer(answer.text), told };
    },
  };
}
