import type { AdmissibleKind } from "../../admission/admission-kind.ts";
import { admissionRegistry } from "../../admission/admission-registry.ts";
import { type AdmissionVerbs, admitReview } from "../../admission/admit-review.ts";
import type { Lookup } from "../../cluster/lookup.ts";
import { conversionRegistry } from "../../conversion/registry.ts";
import type { ConvertibleKind } from "../../converter/convertible-kind.ts";
import { LazyValidators } from "../../crd/validator/lazy-validators.ts";
import { reviewResponse } from "../../request/http-response.ts";
import type { VerbHandler } from "../review-service.ts";

interface AdmittingOptions {
  readonly kinds: readonly (AdmissibleKind & ConvertibleKind)[];
  /** The lookups of validation rules for a review whose caller has no cluster connected. */
  readonly lookup: Lookup;
}

/**
 * Creates the handler of `mutate` or `validate`. Throws IncompleteRegistry if a kind can't be served in all its
 * versions.
 */
export function admitting<V extends keyof AdmissionVerbs>(
  verb: V,
  run: AdmissionVerbs[V],
  { kinds, lookup: unconnected }: AdmittingOptions,
): VerbHandler<V> {
  const registry = admissionRegistry(kinds, conversionRegistry(kinds));
  const validators = new LazyValidators();
  const handler = { run, mutating: verb === "mutate" };
  return {
    verb,
    answer: async (review, { requestBytes, deadline, lookup = unconnected }) => {
      const { expired } = deadline;
      const limits = { signals: deadline.signals(), requestBytes, lookup, expired, validators };
      const result = await admitReview(registry, review, handler, limits);
      const { decision, failure, thrown } = result;
      const logFields = {
        uid: review.head.uid,
        outcome: decision,
        ...(failure !== undefined && { message: failure }),
        ...(thrown !== undefined && { thrown }),
      };
      return { response: reviewResponse(result.text), logFields };
    },
  };
}
