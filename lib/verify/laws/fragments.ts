import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { type ExtraLeaf, extraLeaf } from "../fragment-leaves.ts";
import { type LawResult, lawFails } from "../law-result.ts";
import { mayFillFields, withoutFilled } from "../lens-places.ts";
import { lossPath } from "../loss-path.ts";
import { convertIfAccepted, mustConvert } from "../round-trip.ts";
import { bodyOf } from "../samples/object-body.ts";
import { type PartialObject, partialObjects } from "../samples/partial-objects.ts";
import type { Direction } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { shortText } from "../values/differences.ts";
import type { Law } from "./law.ts";
import { judgeRoundTrip } from "./round-trip.ts";

/** Converts an object and a fragment of it, compares the results, and converts the fragment back. */
export const fragmentsLaw: Law = {
  name: "fragments",
  statement:
    "a fragment, as server-side apply sends it, converts only to values that the converted whole object has too, and survives a round trip",
  trial: (pair) => generatedTrial(partialObjects(pair), (sample) => staysFragment(pair, sample)),
};

function staysFragment(pair: Direction, { whole, fragment }: PartialObject): LawResult {
  const { subject, to } = pair;
  const converted = convertIfAccepted(subject, whole, to.name);
  if (!converted.ok) return converted.result;
  const objects = { before: fragment, returned: converted.object };
  const partial = mustConvert(subject, fragment, to.name, objects);
  if (!partial.ok) return partial.result;
  const extra = extraLeafIn(pair, partial.object, converted.object);
  if (extra !== undefined) {
    const { path, value } = extra;
    const explanation = `the converted fragment has ${path}: ${shortText(value)}, but the whole object converts to one without this value (shown last)`;
    const { blackBox } = subject;
    const paths = blackBox === undefined ? {} : { paths: [lossPath(subject, extra.at)] };
    return lawFails({ ...objects, after: partial.object, explanation, ...paths });
  }
  return judgeRoundTrip(pair, fragment);
}

/**
 * The first value of the converted fragment that the converted whole object does not have. Fields that a rule may fill are
 * ignored. Also undefined if the conversion has several steps and one of them may fill a field: the law tries each step by
 * itself, too.
 */
function extraLeafIn(
  pair: Direction,
  partial: ReviewObject,
  whole: ReviewObject,
): ExtraLeaf | undefined {
  const { subject, from, to } = pair;
  const steps = subject.steps(from.name, to.name);
  const [step] = steps;
  if (steps.length > 1 && steps.some((each) => mayFillFields(each))) return undefined;
  return extraLeaf(
    bodyOf(step === undefined ? partial : withoutFilled(step, partial)),
    bodyOf(whole),
    to.schema,
    subject.blackBox?.isKnownLoss,
  );
}
