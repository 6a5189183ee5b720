import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { objectsOfAnyForm } from "../../laws/no-crash.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { type FaultyPart, UnreportedWebhookFault, WebhookFault } from "../webhook-fault.ts";

/** Also sends objects that the schema does not allow. A well-formed failure is fine; an HTTP error or a lost connection is not. */
export const respondsLaw: Law = {
  name: "responds",
  statement:
    "whatever an object holds, the response is HTTP 200 and a review with the request's uid: objects, or a failure",
  trial: (pair) => generatedTrial(objectsOfAnyForm(pair), (object) => isAnswered(pair, object)),
};

function isAnswered({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  if (outcome.type !== "crashed") return lawOk;
  const { error } = outcome;
  return faultyPart(error) === "objects"
    ? lawOk
    : lawFails({ before, explanation: crashText(error) });
}

/** The part of a response that kube-apiserver does not accept; undefined for any other error. */
export function faultyPart(error: unknown): FaultyPart | undefined {
  const fault = error instanceof UnreportedWebhookFault ? error.cause : error;
  return fault instanceof WebhookFault ? fault.part : undefined;
}

/** The message of a conversion's error. */
export function crashText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
