import { editText } from "../apply-edit.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { bodyReturns, converted, expectedReturn, mustConvert } from "../round-trip.ts";
import { type EditedObject, edited, editedObjects } from "../samples/edited-objects.ts";
import { anyObjects, bodyOf } from "../samples/objects.ts";
import { type Pair, reversed } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import type { Law } from "./law.ts";

export const editsSurvive: Law = {
  name: "edits-survive",
  statement:
    "what a user edits at the other version is still there after conversion back and forth",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, anyObjects(pair)), (sample) => survives(pair, sample)),
};

function survives(pair: Pair, { object, edits }: EditedObject): LawResult {
  const { subject, from, to } = pair;
  const image = converted(subject, object, to.name);
  if (!image.ok) return image.result;
  const before = edited(image.object, edits);
  if (before === undefined) return lawOk;
  const up = converted(subject, before, from.name);
  if (!up.ok) return up.result;
  const after = up.object;
  const down = mustConvert(subject, after, to.name, { before, after });
  if (!down.ok) return down.result;
  const returned = down.object;
  const expected = expectedReturn(reversed(pair), before);
  if (expected === undefined) return lawOk;
  if (bodyReturns(reversed(pair), expected, returned)) return lawOk;
  const text = edits.map(editText).join(", ");
  const lost = differenceText(bodyOf(expected), bodyOf(returned));
  return lawFails({ before, after, returned, explanation: `after ${text || "no edit"}: ${lost}` });
}
