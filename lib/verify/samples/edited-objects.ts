import type fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { applyEdits, type Edit } from "../apply-edit.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { editOf, fewerEdits } from "../edit.ts";
import type { Pair } from "../subject.ts";
import { bodyOf, isValidObject, withBody } from "./objects.ts";

/** An object of the pair's source version, and a user's edits of the converted object. */
export interface EditedObject {
  readonly object: ReviewObject;
  readonly edits: readonly Edit[];
}

/** Objects of the pair's source version with edits of the converted ones; without edits where conversion fails. */
export function editedObjects(
  pair: Pair,
  objects: fc.Arbitrary<ReviewObject>,
): fc.Arbitrary<EditedObject> {
  const { subject, to } = pair;
  return new DrawnArbitrary<EditedObject>({
    make: (random) => {
      const object = objects.generate(random, undefined).value;
      const image = subject.convert(object, to.name);
      if (image.type !== "converted") return { object, edits: [] };
      const { edits } = editOf(bodyOf(image.object), to.schema).generate(random, undefined).value;
      return { object, edits };
    },
    *smaller({ object, edits }) {
      for (const fewer of fewerEdits(edits)) yield { object, edits: fewer };
      const mustBeValid = isValidObject(object, pair);
      for (const body of smallerMaps(bodyOf(object))) {
        const less = withBody(object, body);
        if (!mustBeValid || isValidObject(less, pair)) yield { object: less, edits };
      }
    },
  });
}

/** A converted object after edits; undefined where the path of one does not exist. */
export function edited(image: ReviewObject, edits: readonly Edit[]): ReviewObject | undefined {
  const body = applyEdits(bodyOf(image), edits);
  return body === undefined ? undefined : withBody(image, body);
}
