import { editText } from "../apply-edit.ts";
import { bodyComesHome, converted, expectedHome, mustConvert } from "../round-trip.ts";
import { type EditedObject, edited, editedObjects } from "../samples/edited-objects.ts";
import { anyObjects, bodyOf } from "../samples/objects.ts";
import { type Pair, reversed } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const editsSurvive: Law = {
  name: "edits-survive",
  statement:
    "what a user edits at another version is still there after the way back and over again",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, anyObjects(pair)), (sample) => survives(pair, sample)),
};

function survives(pair: Pair, { object, edits }: EditedObject): Verdict {
  const { subject, from, to } = pair;
  const image = converted(subject, object, to.name);
  if (!image.ok) return image.verdict;
  const before = edited(image.object, edits);
  if (before === undefined) return kept;
  const up = converted(subject, before, from.name);
  if (!up.ok) return up.verdict;
  const after = up.object;
  const down = mustConvert(subject, after, to.name, { before, after });
  if (!down.ok) return down.verdict;
  const home = down.object;
  const expected = expectedHome(reversed(pair), before);
  if (expected === undefined) return kept;
  if (bodyComesHome(reversed(pair), expected, home)) return kept;
  const text = edits.map(editText).join(", ");
  const lost = differenceText(bodyOf(expected), bodyOf(home));
  return broken({ before, after, home, explanation: `after ${text || "no edit"}: ${lost}` });
}
