import { equal } from "../../json/equal.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { converted, expectedReturn, mustConvert, settled } from "../round-trip.ts";
import { type EditedObject, edited, editedObjects } from "../samples/edited-objects.ts";
import { validObjects } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import type { Law } from "./law.ts";

export const settles: Law = {
  name: "settles",
  statement: "an edited object that was converted back stays the same in all further round trips",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, validObjects(pair)), (sample) => staysSettled(pair, sample)),
};

function staysSettled(pair: Pair, { object, edits }: EditedObject): LawResult {
  const { subject, from, to } = pair;
  const image = converted(subject, object, to.name);
  if (!image.ok) return image.result;
  const changed = edited(image.object, edits);
  if (changed === undefined) return lawOk;
  const up = converted(subject, changed, from.name);
  if (!up.ok) return up.result;
  const before = up.object;
  const down = mustConvert(subject, before, to.name, { before });
  if (!down.ok) return down.result;
  const after = down.object;
  const upAgain = mustConvert(subject, after, from.name, { before, after });
  if (!upAgain.ok) return upAgain.result;
  const returned = upAgain.object;
  const expected = expectedReturn(pair, before);
  if (expected === undefined || equal(settled(expected), settled(returned))) return lawOk;
  const explanation = differenceText(settled(expected), settled(returned));
  return lawFails({ before, after, returned, explanation });
}
