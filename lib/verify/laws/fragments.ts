import type { JsonObject } from "../../json/value.ts";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { isPartOf } from "../fragment.ts";
import { fillsAnything, withoutFilled } from "../lens-places.ts";
import { converted, mustConvert } from "../round-trip.ts";
import { bodyOf } from "../samples/objects.ts";
import { type PartialObject, partialObjects } from "../samples/partial-objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { broken, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";
import { comesBack } from "./round-trip.ts";

export const fragments: Law = {
  name: "fragments",
  statement:
    "a part, as server-side apply sends it, converts to a part of what the whole becomes, and comes back",
  trial: (pair) => generatedTrial(partialObjects(pair), (sample) => staysPart(pair, sample)),
};

function staysPart(pair: Pair, { whole, part }: PartialObject): Verdict {
  const { subject, to } = pair;
  const image = converted(subject, whole, to.name);
  if (!image.ok) return image.verdict;
  const partial = mustConvert(subject, part, to.name, { before: part, home: image.object });
  if (!partial.ok) return partial.verdict;
  const invented = inventedIn(pair, partial.object, image.object);
  if (invented) {
    return broken({
      before: part,
      after: partial.object,
      home: image.object,
      explanation: "the part's image holds what the whole's image (shown last) does not hold there",
    });
  }
  return comesBack(pair, part);
}

/** A path of several conversions keeps the law where each does; with declared fills only the single ones are tried. */
function inventedIn(pair: Pair, partial: ReviewObject, whole: ReviewObject): boolean {
  const { subject, from, to } = pair;
  const steps = subject.steps(from.name, to.name);
  const [step] = steps;
  if (steps.length > 1 && steps.some((each) => fillsAnything(subject.kind, each))) return false;
  const shown = (object: ReviewObject): JsonObject =>
    bodyOf(step === undefined ? object : withoutFilled(subject.kind, step, object));
  return !isPartOf(shown(partial), shown(whole), to.schema);
}
