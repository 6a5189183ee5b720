import type { ReviewObject } from "../../../protocol/conversion-review.ts";
import { DrawnArbitrary } from "../../draw/drawn-arbitrary.ts";
import { changeObject } from "../../object-change.ts";
import { prunedAndDefaulted } from "../../pruned-and-defaulted.ts";
import { validObjects } from "../../samples/objects.ts";
import type { Direction } from "../../subject.ts";

/** Valid objects of a direction's source version as admission webhooks see them: with the server's defaults set. */
export function admittedObjects(pair: Direction): DrawnArbitrary<ReviewObject> {
  const valid = validObjects(pair);
  return new DrawnArbitrary({
    make: (random) => prunedAndDefaulted(valid.generate(random).value, pair.from),
    *smaller(object) {
      for (const less of valid.smaller(object)) yield prunedAndDefaulted(less, pair.from);
    },
    first: () => valid.first.map((object) => prunedAndDefaulted(object, pair.from)),
    change: changeObject,
  });
}
