import { equal } from "../../json/equal.ts";
import { converted, expectedHome, mustConvert, settled } from "../round-trip.ts";
import { type EditedObject, edited, editedObjects } from "../samples/edited-objects.ts";
import { validObjects } from "../samples/objects.ts";
import type { Pair } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import { differenceText } from "../values/differences.ts";
import { broken, kept, type Verdict } from "../verdict.ts";
import type { Law } from "./law.ts";

export const settles: Law = {
  name: "settles",
  statement: "an edited object that came home is the same after each further way there and back",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, validObjects(pair)), (sample) => staysSettled(pair, sample)),
};

function staysSettled(pair: Pair, { object, edits }: EditedObject): Verdict {
  const { subject, from, to } = pair;
  const image = converted(subject, object, to.name);
  if (!image.ok) return image.verdict;
  const changed = edited(image.object, edits);
  if (changed === undefined) return kept;
  const up = converted(subject, changed, from.name);
  if (!up.ok) return up.verdict;
  const before = up.object;
  const down = mustConvert(subject, before, to.name, { before });
  if (!down.ok) return down.verdict;
  const after = down.object;
  const upAgain = mustConvert(subject, after, from.name, { before, after });
  if (!upAgain.ok) return upAgain.verdict;
  const home = upAgain.object;
  const expected = expectedHome(pair, before);
  if (expected === undefined || equal(settled(expected), settled(home))) return kept;
  const explanation = differenceText(settled(expected), settled(home));
  return broken({ before, after, home, explanation });
}
