import type { ReviewObject } from "../../protocol/conversion-review.ts";
import { DrawnArbitrary } from "../draw/drawn-arbitrary.ts";
import { smallerMaps } from "../draw/smaller.ts";
import { fragmentOf, isFragmentOf } from "../fragment.ts";
import type { Direction } from "../subject.ts";
import { bodyOf, withBody } from "./object-body.ts";
import { validObjects } from "./objects.ts";
import { isValidObject } from "./valid-object.ts";

/** A valid object and a fragment of it, with the same metadata. */
export interface PartialObject {
  readonly whole: ReviewObject;
  readonly fragment: ReviewObject;
}

/** Valid objects at the source version, each with a fragment such as server-side apply would send. */
export function partialObjects(pair: Direction): DrawnArbitrary<PartialObject> {
  const objects = validObjects(pair);
  const { schema } = pair.from;
  return new DrawnArbitrary<PartialObject>({
    make: (random) => {
      const whole = objects.generate(random).value;
      const body = fragmentOf(bodyOf(whole), schema).generate(random, undefined).value;
      return { whole, fragment: withBody(whole, body) };
    },
    *smaller({ whole, fragment }) {
      for (const body of smallerMaps(bodyOf(fragment))) {
        if (isFragmentOf(body, bodyOf(whole), schema))
          yield { whole, fragment: withBody(whole, body) };
      }
      for (const body of smallerMaps(bodyOf(whole))) {
        const less = withBody(whole, body);
        if (isFragmentOf(bodyOf(fragment), body, schema) && isValidObject(less, pair)) {
          yield { whole: less, fragment };
        }
      }
    },
    change: ({ whole, fragment }, { object }) => ({
      whole: object(whole),
      fragment: object(fragment),
    }),
  });
}
