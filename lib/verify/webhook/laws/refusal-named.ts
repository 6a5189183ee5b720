import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { objectsOfAnyForm } from "../../laws/no-crash.ts";
import { underName } from "../../samples/metadata.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";

/** Looks for the object's name in the message of a refusal: kube-apiserver shows the message and nothing else. */
export const refusalNamed: Law = {
  name: "refusal-named",
  statement: "a failure names the object that can't be converted",
  trial: (pair) => generatedTrial(objectsOfAnyForm(pair), (object) => isNamed(pair, object)),
};

/** A name so unusual that a message contains it only if the webhook wrote it there. */
const wrongName = "object-7d4f2";

function isNamed({ subject, to }: Direction, object: ReviewObject): LawResult {
  const before = underName(object, wrongName);
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  if (outcome.type === "crashed") return lawRefused;
  const { message } = outcome.fault;
  if (message.includes(wrongName)) return lawOk;
  const said = message === "" ? "it is empty" : JSON.stringify(message);
  return lawFails({ before, explanation: `the message does not hold ${wrongName}: ${said}` });
}
