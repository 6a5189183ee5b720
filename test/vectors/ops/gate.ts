import { member } from "../../../lib/json/value.ts";
import { readConversionRequest } from "../../../lib/protocol/conversion-review.ts";
import { conversionGate } from "../../../lib/protocol/gate/conversion.ts";
import { readReview } from "../../../lib/protocol/review.ts";
import { objectOf } from "../../support/review-rules.ts";
import type { Op } from "../outcome.ts";

/** Op `gate`: whether the gate accepts a response as the server does; `error` is the server's text where it does not. */
export const run: Op = (vector) => {
  const read = readReview(objectOf(member(vector, "review")), "ConversionReview");
  if (!read.ok) return read.error.message;
  const request = readConversionRequest(read.value.request);
  if (!request.ok) return request.error;
  const answer = objectOf(member(vector, "answer"));
  const fault = conversionGate(read.value.head, request.value, answer);
  const error = member(vector, "error");
  if ((fault === undefined) === (error === undefined)) return undefined;
  return `${fault?.message ?? "accepted"}, expected ${String(error ?? "accepted")}`;
};
