import type fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { applyEdits, type Edit } from "../apply-edit.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { editOf, fewerEdits } from "../edit.ts";
import type { Pair } from "../subject.ts";
import { bodyOf, isValidObject, withBody } from "./objects.ts";

/** An object of the pair's source, and what a user does to it at the target. */
export interface EditedObject {
  readonly object: ReviewObject;
  readonly edits: readonly Edit[];
}

/** Objects of the pair's source with edits of their images; without edits where they cannot be converted. */
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

/** An image after its edits; undefined where one has no place there. */
export function edited(image: ReviewObject, edits: readonly Edit[]): ReviewObject | undefined {
  const body = applyEdits(bodyOf(image), edits);
  return body === undefined ? undefined : withBody(image, body);
}
