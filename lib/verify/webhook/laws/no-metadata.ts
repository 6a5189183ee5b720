import type { JsonObject } from "../../../json/value.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { type PartialObject, partialObjects } from "../../samples/partial-objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeObjects, failureReason } from "./exchange-objects.ts";

/** Sends fragments without metadata, as kube-apiserver does for an apply whose body has none because the URL names the object. */
export const noMetadataLaw: Law = {
  name: "no-metadata",
  statement:
    "a fragment without metadata, as server-side apply may send it, converts and gets a map as metadata",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined) return undefined;
    return generatedTrial(partialObjects(pair), (sample) => isConverted(pair, blackBox, sample));
  },
};

function isConverted(pair: Direction, blackBox: BlackBox, { fragment }: PartialObject): LawResult {
  const { subject, to } = pair;
  const named = subject.convert(fragment, to.name);
  // Other laws report a fragment that fails even with metadata.
  if (named.type !== "converted") return named.type === "crashed" ? named : lawRefused;
  const before = withoutMetadata(fragment);
  const exchange = exchangeObjects(pair, blackBox, [before]);
  if (exchange.type === "converted") return lawOk;
  const explanation = `it converts only if it has metadata: ${failureReason(exchange)}`;
  return lawFails({ before, explanation });
}

function withoutMetadata({ metadata: _, ...rest }: ReviewObject): JsonObject {
  return rest;
}
