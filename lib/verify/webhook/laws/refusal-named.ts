import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { objectsOfAnyForm } from "../../laws/no-crash.ts";
import { convertedSample } from "../../samples/converted-sample.ts";
import { withName } from "../../samples/metadata.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeObjects } from "./exchange-objects.ts";

/**
 * Looks for an unconvertible object's name in the message of the refusal, for the object alone and as the second of three:
 * kube-apiserver shows users nothing but the message.
 */
export const refusalNamedLaw: Law = {
  name: "refusal-named",
  statement: "a failure names the object that can't be converted, also in a review with others",
  trial: (pair) => generatedTrial(objectsOfAnyForm(pair), (object) => isRefusalNamed(pair, object)),
};

/** A name so unusual that a message contains it only if the webhook wrote it there. */
const wrongName = "object-7d4f2";

function isRefusalNamed(pair: Direction, object: ReviewObject): LawResult {
  const { subject, to } = pair;
  const before = withName(object, wrongName);
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  if (outcome.type === "crashed") return lawRefused;
  const { message } = outcome.fault;
  if (!message.includes(wrongName)) return lawFails({ before, explanation: unnamedText(message) });
  return isNamedAmongOthers(pair, before);
}

function isNamedAmongOthers(pair: Direction, wrong: ReviewObject): LawResult {
  const { blackBox } = pair.subject;
  const good = convertedSample(pair)?.before;
  if (blackBox === undefined || good === undefined) return lawOk;
  const objects = [withName(good, "sample-1"), wrong, withName(good, "sample-3")];
  const exchange = exchangeObjects(pair, blackBox, objects);
  if (exchange.type !== "refused" || exchange.message.includes(wrongName)) return lawOk;
  const explanation = `of three objects the second can't be converted: ${unnamedText(exchange.message)}`;
  return lawFails({ before: { items: objects }, explanation });
}

function unnamedText(message: string): string {
  const messageText = message === "" ? "it is empty" : JSON.stringify(message);
  return `the message does not contain the object's name ${wrongName}: ${messageText}`;
}
