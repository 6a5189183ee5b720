import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { isFragmentOf } from "../fragment.ts";
import { type LawResult, lawFails } from "../law-result.ts";
import { fillsAnything, withoutFilled } from "../lens-places.ts";
import { converted, mustConvert } from "../round-trip.ts";
import { bodyOf } from "../samples/objects.ts";
import { type PartialObject, partialObjects } from "../samples/partial-objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";
import { comesBack } from "./round-trip.ts";

export const fragments: Law = {
  name: "fragments",
  statement:
    "a fragment, as server-side apply sends it, converts to a fragment of the converted object, and back to itself",
  trial: (pair) => generatedTrial(partialObjects(pair), (sample) => staysFragment(pair, sample)),
};

function staysFragment(pair: Pair, { whole, fragment }: PartialObject): LawResult {
  const { subject, to } = pair;
  const image = converted(subject, whole, to.name);
  if (!image.ok) return image.result;
  const objects = { before: fragment, returned: image.object };
  const partial = mustConvert(subject, fragment, to.name, objects);
  if (!partial.ok) return partial.result;
  const invented = inventedIn(pair, partial.object, image.object);
  if (invented) {
    const explanation =
      "the converted fragment holds what the converted object (shown last) does not hold";
    return lawFails({ ...objects, after: partial.object, explanation });
  }
  return comesBack(pair, fragment);
}

/**
 * True where the converted fragment holds what the converted object does not. A path of several conversions keeps the law
 * if each of them does; where one of them declares fills, only the single conversions are tried.
 */
function inventedIn(pair: Pair, partial: ReviewObject, whole: ReviewObject): boolean {
  const { subject, from, to } = pair;
  const steps = subject.steps(from.name, to.name);
  const [step] = steps;
  if (steps.length > 1 && steps.some((each) => fillsAnything(each))) return false;
  const shown = (object: ReviewObject): JsonObject =>
    bodyOf(step === undefined ? object : withoutFilled(step, object));
  return !isFragmentOf(shown(partial), shown(whole), to.schema);
}
