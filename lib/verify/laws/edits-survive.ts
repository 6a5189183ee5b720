import { editText } from "../apply-edit.ts";
import { type LawResult, lawFails, lawOk } from "../law-result.ts";
import { prunedAndDefaulted } from "../pruned-and-defaulted.ts";
import { convertIfAccepted, expectedAfterRoundTrip, mustConvert } from "../round-trip.ts";
import { bodyFault } from "../round-trip-fault.ts";
import { type EditedObject, editedObjects, objectAfterEdits } from "../samples/edited-objects.ts";
import { roundTripObjects } from "../samples/objects.ts";
import { type Direction, oppositeDirection } from "../subject.ts";
import { generatedTrial } from "../trial.ts";
import type { Law } from "./law.ts";

/** Edits the converted object, converts it to the source version and again to the target version, and looks for the edits. */
export const editsSurviveLaw: Law = {
  name: "edits-survive",
  statement:
    "an edit of the converted object survives conversion to the source version and again to the target version",
  trial: (pair) =>
    generatedTrial(editedObjects(pair, roundTripObjects(pair)), (sample) =>
      judgeEdits(pair, sample),
    ),
};

function judgeEdits(pair: Direction, { object, edits }: EditedObject): LawResult {
  const { subject, from, to } = pair;
  const converted = convertIfAccepted(subject, object, to.name);
  if (!converted.ok) return converted.result;
  const before = objectAfterEdits(pair, converted.object, edits);
  if (before === undefined) return lawOk;
  const up = convertIfAccepted(subject, before, from.name);
  if (!up.ok) return up.result;
  const after = up.object;
  const down = mustConvert(subject, after, to.name, { before, after });
  if (!down.ok) return down.result;
  const wanted = expectedAfterRoundTrip(oppositeDirection(pair), before);
  if (wanted === undefined) return lawOk;
  const returned = prunedAndDefaulted(down.object, to);
  const lost = bodyFault(oppositeDirection(pair), {
    expected: prunedAndDefaulted(wanted, to),
    before: wanted,
    returned,
    server: { isBetween: false, undefaulted: () => down.object },
  });
  if (lost === undefined) return lawOk;
  const text = edits.map(editText).join(", ");
  const explanation = `after ${text || "no edit"}: ${lost.explanation}`;
  return lawFails({ ...lost, before, after, returned, explanation });
}
