import { equal } from "../../../json/equal.ts";
import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { DrawState } from "../../draw/draw.ts";
import { DrawnArbitrary } from "../../draw/drawn-arbitrary.ts";
import { type LawResult, lawFails, lawOk, lawRefused } from "../../law-result.ts";
import type { Law } from "../../laws/law.ts";
import { unacknowledgedDifference } from "../../round-trip-fault.ts";
import { withName } from "../../samples/metadata.ts";
import { validObjects } from "../../samples/objects.ts";
import type { BlackBox, Direction } from "../../subject.ts";
import { generatedTrial } from "../../trial.ts";
import { exchangeObjects, failureReason } from "./exchange-objects.ts";

/** Sends several objects, first each in its own review, then all in one review, and compares the results. */
export const batchLaw: Law = {
  name: "batch",
  statement:
    "each of several objects in one review is converted as it would be alone, in the same order",
  trial: (pair) => {
    const { blackBox } = pair.subject;
    if (blackBox === undefined) return undefined;
    return generatedTrial(objectLists(pair), (objects) => isSameAsAlone(pair, blackBox, objects));
  },
};

/** Two to four valid objects of different names. */
function objectLists(pair: Direction): DrawnArbitrary<readonly ReviewObject[]> {
  const each = validObjects(pair);
  return new DrawnArbitrary<readonly ReviewObject[]>({
    make: (random) => {
      const count = new DrawState(random).int(2, 4);
      return Array.from({ length: count }, (_, index) =>
        withName(each.generate(random).value, `sample-${index + 1}`),
      );
    },
    *smaller(objects) {
      if (objects.length > 2) {
        for (const index of objects.keys()) yield objects.toSpliced(index, 1);
      }
      for (const [index, object] of objects.entries()) {
        for (const less of each.smaller(object)) yield objects.with(index, less);
      }
    },
    change: (objects, change) => objects.map(change.object),
  });
}

function isSameAsAlone(
  pair: Direction,
  blackBox: BlackBox,
  objects: readonly ReviewObject[],
): LawResult {
  const { subject, to } = pair;
  const singles = objects.map((object) => subject.convert(object, to.name));
  const alone = singles.flatMap((outcome) =>
    outcome.type === "converted" ? [outcome.object] : [],
  );
  if (alone.length < objects.length) return lawRefused;
  const exchange = exchangeObjects(pair, blackBox, objects);
  const before = { items: objects };
  const after = { items: alone };
  if (exchange.type !== "converted") {
    const explanation = `each object converts alone (shown second), but not together: ${failureReason(exchange)}`;
    return lawFails({ before, after, explanation });
  }
  const returned = { items: exchange.accepted };
  if (equal(after, returned)) return lawOk;
  const difference = unacknowledgedDifference(subject, after, returned, "alone, and together");
  if (difference === undefined) return lawOk;
  return lawFails({ before, after, returned, explanation: difference.explanation });
}
