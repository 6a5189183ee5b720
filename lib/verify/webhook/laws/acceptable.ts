import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { validObjects } from "../../samples/objects.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { crashText, faultyPart } from "./responds.ts";

/** The law that the returned objects pass kube-apiserver's own checks. */
export const acceptableLaw: Law = {
  name: "acceptable",
  statement:
    "kube-apiserver accepts the returned objects: as many as in the request, of the requested version, with the same kind, name, namespace and uid",
  trial: (pair) => generatedTrial(validObjects(pair), (object) => isAccepted(pair, object)),
};

function isAccepted({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  if (outcome.type === "refused") return lawRefused;
  const { error } = outcome;
  const isOwn = faultyPart(error) === "objects";
  return isOwn ? lawFails({ before, explanation: crashText(error) }) : outcome;
}
