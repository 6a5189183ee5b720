import type { JsonObject } from "../../../json/value.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { type PartialObject, partialObjects } from "../../samples/partial-objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeReview } from "../exchange.ts";
import { crashText } from "./responds.ts";

/** Sends fragments without metadata, as kube-apiserver does for an apply whose body has none because the URL names the object. */
export const noMetadata: Law = {
  name: "no-metadata",
  statement:
    "a fragment without metadata, as server-side apply may send it, converts and gets a map as metadata",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined) return undefined;
    return generatedTrial(partialObjects(pair), (sample) => isConverted(pair, blackBox, sample));
  },
};

function isConverted(
  { subject, to }: Direction,
  { webhook, reviewVersion }: BlackBox,
  { fragment }: PartialObject,
): LawResult {
  const named = subject.convert(fragment, to.name);
  // Other laws report a fragment that fails even with metadata.
  if (named.type !== "converted") return named.type === "crashed" ? named : lawRefused;
  const before = withoutMetadata(fragment);
  const requested = { objects: [before], to: `${subject.kind.group}/${to.name}`, reviewVersion };
  const exchange = exchangeReview(webhook, requested);
  if (exchange.type === "converted") return lawOk;
  const reason = exchange.type === "refused" ? exchange.message : crashText(exchange.fault);
  return lawFails({ before, explanation: `it converts only if it has metadata: ${reason}` });
}

function withoutMetadata({ metadata: _, ...rest }: ReviewObject): JsonObject {
  return rest;
}
