import { convertReview } from "../../conversion/convert-review.ts";
import { conversionRegistry } from "../../conversion/registry.ts";
import { Allowance } from "../../converter/allowance.ts";
import { objectValidators } from "../../crd/validator/object-validators.ts";
import { parse } from "../../json/parse.ts";
import { byteLength } from "../../json/size.ts";
import type { Kind } from "../../kind/kind.ts";
import { readReview } from "../../protocol/review.ts";
import type { ReviewPort } from "./review-port.ts";

/**
 * Kinds of this process as a conversion webhook, which responds to reviews as the service does, without a server. Throws
 * IncompleteRegistry if a kind can't be converted between all its versions.
 */
export function kindsPort(kinds: readonly Kind[]): ReviewPort {
  const registry = conversionRegistry(kinds);
  return {
    ended: () => undefined,
    send: (text) => {
      const body = parse(text);
      const review = body.ok ? readReview(body.value, "ConversionReview") : undefined;
      if (review?.ok !== true) return { type: "response", response: { status: 400, body: "" } };
      const allowance = new Allowance({ validators: objectValidators });
      const limits = { requestBytes: byteLength(text), allowance };
      const { text: response } = convertReview(registry, review.value, limits);
      return { type: "response", response: { status: 200, body: response } };
    },
  };
}
