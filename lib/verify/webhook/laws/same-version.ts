import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { comparableForm, unacknowledgedDifference } from "../../round-trip-fault.ts";
import { validObjects } from "../../samples/objects.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";

/** Requests the version that an object already has. kube-apiserver never does that, but tools that migrate storage may. */
export const sameVersionLaw: Law = {
  name: "same-version",
  statement: "an object that already has the requested version is returned unchanged",
  trial: (pair) => generatedTrial(validObjects(pair), (object) => isUnchanged(pair, object)),
};

function isUnchanged({ subject, from }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, from.name);
  if (outcome.type === "crashed") return outcome;
  if (outcome.type === "refused") {
    return lawFails({ before, explanation: `the webhook refuses it: ${outcome.fault.message}` });
  }
  const after = outcome.object;
  const fault = unacknowledgedDifference(subject, comparableForm(before), comparableForm(after));
  return fault === undefined ? lawOk : lawFails({ before, after, ...fault });
}
