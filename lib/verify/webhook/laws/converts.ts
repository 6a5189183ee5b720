import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { validObjects } from "../../samples/objects.ts";
import { outdatedObjects } from "../../samples/outdated-objects.ts";
import { isValidObject } from "../../samples/valid-object.ts";
import type { Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";

/** Converts valid objects, none of which may be refused: users can't read, write or delete an object that can't be converted. */
export const convertsLaw: Law = {
  name: "converts",
  statement: "a valid object converts to every other version",
  trial: (pair) => generatedTrial(validObjects(pair), (object) => isConverted(pair, object)),
};

/**
 * Converts objects that the schema refuses and an older schema may have allowed: one stored object that can't be converted makes
 * every list and watch of the version fail.
 */
export const convertsOutdatedLaw: Law = {
  name: "converts-outdated",
  statement:
    "an object that today's schema refuses and an older one may have allowed still converts: a required field is missing, or a value violates its enum, pattern, format or bounds",
  trial: (pair) =>
    generatedTrial(outdatedObjects(pair), ({ valid, outdated }) => {
      const isOwn = isConverted(pair, valid).type === "ok" && !isValidObject(outdated, pair);
      return isOwn ? isConverted(pair, outdated) : lawRefused;
    }),
};

function isConverted({ subject, to }: Direction, before: ReviewObject): LawResult {
  const outcome = subject.convert(before, to.name);
  if (outcome.type === "converted") return lawOk;
  if (outcome.type === "crashed") return outcome;
  const { message } = outcome.fault;
  const explanation = `the webhook refuses to convert it to ${to.name}: ${message || "without a message"}`;
  return lawFails({ before, explanation });
}
