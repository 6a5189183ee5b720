import type fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { fragmentOf, isPartOf } from "../fragment.ts";
import type { Pair } from "../subject.ts";
import { bodyOf, isValidObject, validObjects, withBody } from "./objects.ts";

/** A valid object and a part of it, with the same metadata. */
export interface PartialObject {
  readonly whole: ReviewObject;
  readonly part: ReviewObject;
}

/** Valid objects of the pair's source with parts as server-side apply sends them. */
export function partialObjects(pair: Pair): fc.Arbitrary<PartialObject> {
  const objects = validObjects(pair);
  const { schema } = pair.from;
  return new DrawnArbitrary<PartialObject>({
    make: (random) => {
      const whole = objects.generate(random, undefined).value;
      const part = fragmentOf(bodyOf(whole), schema).generate(random, undefined).value;
      return { whole, part: withBody(whole, part) };
    },
    *smaller({ whole, part }) {
      for (const body of smallerMaps(bodyOf(part))) {
        if (isPartOf(body, bodyOf(whole), schema)) yield { whole, part: withBody(part, body) };
      }
      for (const body of smallerMaps(bodyOf(whole))) {
        const less = withBody(whole, body);
        if (isPartOf(bodyOf(part), body, schema) && isValidObject(less, pair)) {
          yield { whole: less, part };
        }
      }
    },
  });
}
