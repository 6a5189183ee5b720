import { equal } from "../../../json/equal.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { prunedAndDefaulted } from "../../pruned-and-defaulted.ts";
import { bodyOf } from "../../samples/object-body.ts";
import type { Direction, SubjectVersion } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { constraintViolations } from "../../validation-faults.ts";
import { type AdmissionPort, admissionPort, exchangeAdmission } from "./admission-exchange.ts";
import { admittedObjects } from "./admitted-objects.ts";
import { decisionText, registeredWrites } from "./decisions.ts";

/**
 * Converts a valid object to the other versions in which the webhook receives objects, and compares the decisions. Skips objects
 * that are not valid in the other version or that differ after the conversion back: the decision may depend on a value that
 * the other version can't represent.
 */
export const sameInVersionsLaw: Law = {
  name: "same-in-versions",
  statement: "an object is allowed in each version in which the webhook receives it, or in none",
  trial: (pair) => {
    const port = admissionPort(pair);
    if (port?.convertsVersions !== true) return undefined;
    const others = port.registration.versions.flatMap((name) => {
      const version = name === pair.from.name ? undefined : pair.subject.versions.get(name);
      return version ?? [];
    });
    if (others.length === 0) return undefined;
    return generatedTrial(admittedObjects(pair), (before) => {
      let result: LawResult = lawRefused;
      for (const other of others) {
        const after = counterpartObject(before, pair, other);
        if (after === undefined) continue;
        result = isSameInVersions(port, pair, { before, after, other });
        if (result.type === "FAIL") return result;
      }
      return result;
    });
  },
};

/**
 * The object at another version, as the server holds it. Undefined if it can't be converted, is not valid at that version, or
 * does not come back unchanged.
 */
function counterpartObject(
  object: ReviewObject,
  { subject, from }: Direction,
  other: SubjectVersion,
): ReviewObject | undefined {
  const converted = subject.convert(object, other.name);
  if (converted.type !== "converted") return undefined;
  const stored = prunedAndDefaulted(converted.object, other);
  if (constraintViolations(stored, other, subject).length > 0) return undefined;
  const back = subject.convert(stored, from.name);
  if (back.type !== "converted") return undefined;
  return equal(bodyOf(prunedAndDefaulted(back.object, from)), bodyOf(object)) ? stored : undefined;
}

interface BothVersions {
  readonly before: ReviewObject;
  readonly after: ReviewObject;
  /** The version of `after`. */
  readonly other: SubjectVersion;
}

function isSameInVersions(
  port: AdmissionPort,
  pair: Direction,
  { before, after, other }: BothVersions,
): LawResult {
  const counterpartWrites = registeredWrites(port, after);
  for (const [index, write] of registeredWrites(port, before).entries()) {
    const counterpartWrite = counterpartWrites[index];
    if (counterpartWrite === undefined) continue;
    const one = exchangeAdmission(port, pair, write);
    const two = exchangeAdmission(port, { ...pair, from: other }, counterpartWrite);
    if (one.type !== "decided" || two.type !== "decided") return lawRefused;
    if (one.allowed === two.allowed) continue;
    const explanation = `at ${pair.from.name} the webhook ${decisionText(one)}, and at ${other.name} it ${decisionText(two)}`;
    return lawFails({ before, after, explanation, review: one.review });
  }
  return lawOk;
}
