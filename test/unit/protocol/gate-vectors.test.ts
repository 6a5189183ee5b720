import { describe, expect, test } from "vitest";
import { type JsonObject, member } from "../../../lib/json/value.ts";
import { readConversionRequest } from "../../../lib/protocol/conversion-review.ts";
import { conversionGate } from "../../../lib/protocol/gate/conversion.ts";
import { readReview } from "../../../lib/protocol/review.ts";
import { conversionFaults } from "../../support/conversion-rules.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { objectOf } from "../../support/review-rules.ts";

/** Answers with the verdict of kube-apiserver 1.36.3's own code: `error` is its text, absent where it accepts. */
const vectors = jsonLines(new URL("../../vectors/gate-convert.jsonl", import.meta.url)).map(
  (vector) => ({
    name: String(member(vector, "name")),
    review: objectOf(member(vector, "review")),
    answer: objectOf(member(vector, "answer")),
    accepted: member(vector, "error") === undefined,
  }),
);

function gateAccepts(review: JsonObject, answer: JsonObject): boolean {
  const read = readReview(review, "ConversionReview");
  if (!read.ok) throw new Error(read.error.message);
  const request = readConversionRequest(read.value.request);
  if (!request.ok) throw new Error(request.error);
  return conversionGate(read.value.head, request.value, answer) === undefined;
}

describe("conversionGate", () => {
  test.each(vectors)(
    "$name: accepted $accepted, as by the server",
    ({ review, answer, accepted }) => {
      expect(gateAccepts(review, answer)).toBe(accepted);
    },
  );
});

describe("the rules that every answer in a test must keep", () => {
  const successes = vectors.filter(({ name }) => !name.startsWith("hand/failed/"));
  test.each(successes)("$name: accepted $accepted", ({ review, answer, accepted }) => {
    expect(conversionFaults(review, answer).length === 0).toBe(accepted);
  });
});
