import type fc from "fast-check";
import type { JsonObject } from "../../json/value.ts";
import { placedRule } from "../../lens/ops/analysis/fault-texts.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { ConstraintViolation } from "../../schema/constraint/constraint-violation.ts";
import { withoutIndexes } from "../../schema/constraint/schema-path.ts";
import { fieldMessage } from "../../schema/field-error/field-message.ts";
import { acceptanceRemedy } from "../acceptance-remedy.ts";
import {
  type AcceptedPlace,
  acceptedPlaces,
  hasAcceptedPlace,
  isExcusedBy,
} from "../accepted-places.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../law-result.ts";
import { writingRule } from "../lens-places.ts";
import { changeObject } from "../object-change.ts";
import { prunedAndDefaulted, undeclaredPaths } from "../pruned-and-defaulted.ts";
import { convertIfAccepted } from "../round-trip.ts";
import { bodyOf, objectOf } from "../samples/object-body.ts";
import { validObjects } from "../samples/objects.ts";
import { isValidObject } from "../samples/valid-object.ts";
import { type Direction, oppositeDirection } from "../subject.ts";
import { generatedTrial, listedTrial, sequentialTrial, withShareOfRuns } from "../trial.ts";
import { constraintViolations, validationFaults } from "../validation-faults.ts";
import type { Law } from "./law.ts";

/** Validates converted objects as the API server would. */
export const validResultLaw: Law = {
  name: "valid-result",
  statement:
    "a valid object converts to one that the target version's schema accepts and that has no undeclared fields",
  trial: (pair) => {
    const places = acceptedPlaces(pair);
    const lawOf = (object: ReviewObject): LawResult =>
      judgeValidTarget(pair, object, { places, excused: places });
    // Entries of `accept` don't excuse a sample: somebody wrote it, so such objects exist.
    const samples = listedTrial(
      () => samplesOf(pair),
      (object) => judgeValidTarget(pair, object, { places, excused: [] }),
      changeObject,
    );
    const trial = sequentialTrial(samples, generatedTrial(validObjects(pair), lawOf));
    if (places.length === 0) return trial;
    return sequentialTrial(
      trial,
      withShareOfRuns(returnedShare, generatedTrial(returnedObjects(pair), lawOf)),
    );
  },
};

/**
 * The number of additional objects, as a share of all runs, that come from valid objects of the target version. Without them,
 * nearly every object might be one that an entry of `accept` excuses. The number is a choice: enough objects that no entry
 * excuses, and the check takes only a quarter longer.
 */
const returnedShare = 1 / 4;

/** Valid objects of the target version, converted to the source version, without labels, annotations and preserved values. */
function returnedObjects(pair: Direction): fc.Arbitrary<ReviewObject> {
  const { subject, from } = pair;
  return validObjects(oppositeDirection(pair)).map((object) => {
    const outcome = subject.convert(object, from.name);
    const body = outcome.type === "converted" ? bodyOf(outcome.object) : {};
    return objectOf(subject, from, body);
  });
}

/** The kind's own samples of the source version. */
function samplesOf({ subject, from }: Direction): readonly ReviewObject[] {
  const { group, kind, samples = [] } = subject.kind;
  const apiVersion = `${group}/${from.name}`;
  return samples
    .filter((sample) => sample["apiVersion"] === apiVersion && sample["kind"] === kind)
    .map((sample) => ({ ...sample, apiVersion, kind }));
}

/** The constraints that entries of `accept` name (`places`), and those that may excuse a value of the object (`excused`). */
interface AcceptedNames {
  readonly places: readonly AcceptedPlace[];
  readonly excused: readonly AcceptedPlace[];
}

function judgeValidTarget(
  pair: Direction,
  before: ReviewObject,
  { places, excused }: AcceptedNames,
): LawResult {
  const { subject, to } = pair;
  const converted = convertIfAccepted(subject, before, to.name);
  if (!converted.ok) return converted.result;
  const after = converted.object;
  const body = bodyOf(prunedAndDefaulted(after, to));
  const isKnown = (path: string): boolean => subject.blackBox?.isKnownLoss(path) === true;
  const unknownPaths = undeclaredPaths(after, to).filter((path) => !isKnown(path));
  const extra = unknownPaths.map((path) => `${path}: ${to.name} does not declare it`);
  const refusals = constraintViolations(after, to, subject);
  const others = refusals.filter(
    (refusal) => !isExcused(refusal, excused, body) && !isKnown(refusal.error.field),
  );
  if (extra.length + others.length === 0) return judgedRefusals(refusals, excused, body);
  if (!isValidObject(before, pair) || !isValidOnTheWay(pair, before)) return lawRefused;
  const faults = [...extra, ...others.map((refusal) => violationText(pair, refusal))];
  const explanation =
    [...new Set(faults)].join("; ") + acceptanceRemedy(pair, others, places, body);
  if (subject.blackBox === undefined) return lawFails({ before, after, explanation });
  const paths = [...unknownPaths, ...others.map(({ error }) => error.field)].map(withoutIndexes);
  return lawFails({ before, after, explanation, paths: [...new Set(paths.filter(Boolean))] });
}

/** The API server's message, followed by the rule that wrote the refused value, if a rule did. */
function violationText(
  { subject, from, to }: Direction,
  { constraint, error }: ConstraintViolation,
): string {
  const step = subject.steps(from.name, to.name).at(-1);
  const rule = step && constraint && writingRule(step, constraint.path)?.data;
  const message = fieldMessage(error);
  return rule === undefined ? message : `${message} (${placedRule(rule, step?.lens)})`;
}

function isExcused(
  { constraint }: ConstraintViolation,
  places: readonly AcceptedPlace[],
  body: JsonObject,
): boolean {
  if (constraint === undefined) return false;
  return places.some((place) => isExcusedBy(place, constraint, body));
}

/** `ok` for an object whose refusals are all excused, with the accepted constraints that concern its values. */
function judgedRefusals(
  refusals: readonly ConstraintViolation[],
  places: readonly AcceptedPlace[],
  body: JsonObject,
): LawResult {
  if (places.length === 0) return lawOk;
  const matchedPlaces = places
    .filter((place) => hasAcceptedPlace(place, body))
    .map((place) => ({
      place,
      isExcused: refusals.some(
        ({ constraint }) => constraint !== undefined && isExcusedBy(place, constraint, body),
      ),
    }));
  return { type: "ok", matchedPlaces };
}

/** False if the object is invalid at a version on the way to the target: the law reports that for the direction to that version. */
function isValidOnTheWay({ subject, from, to }: Direction, object: ReviewObject): boolean {
  const between = subject.steps(from.name, to.name).slice(0, -1);
  return between.every(({ edge, side }) => {
    const version = subject.versions.get(side === "from" ? edge.to : edge.from);
    if (version === undefined) return true;
    const converted = subject.convert(object, version.name);
    return (
      converted.type === "converted" &&
      validationFaults(converted.object, version, subject).length === 0
    );
  });
}
