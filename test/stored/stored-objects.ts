import fc from "fast-check";
import { stringify } from "../../lib/json/write.ts";
import type { ReviewObject } from "../../lib/protocol/conversion-review.ts";
import { expectedAfterRoundTrip } from "../../lib/verify/round-trip.ts";
import { roundTripFault, withoutStash } from "../../lib/verify/round-trip-fault.ts";
import { validObjects } from "../../lib/verify/samples/objects.ts";
import type { Direction } from "../../lib/verify/subject.ts";
import type { ConvertText } from "./checkout.ts";

/** An object as it was, and as it is stored at the other version. Texts. */
export interface StoredObject {
  readonly object: string;
  readonly stored: string;
}

/** Objects in which no part is huge. */
const maxBytes = 20_000;

/** Of generated valid objects the first ones that are stored with preserved values. The same for each call. */
export function storedObjects(
  pair: Direction,
  convert: ConvertText,
  { of, atMost }: { readonly of: number; readonly atMost: number },
): readonly StoredObject[] {
  const { group } = pair.subject.kind;
  return fc
    .sample(validObjects(pair), { numRuns: of, seed: 1 })
    .map((object) => stringify(object))
    .filter((object) => object.length < maxBytes)
    .flatMap((object) => {
      const stored = convert(object, pair.to.name);
      return stored?.includes(`"${group}/kept`) ? [{ object, stored }] : [];
    })
    .slice(0, atMost);
}

/**
 * What is wrong with an object that came back from the other version; undefined where it is what it was. A preserved value
 * that the other lens needed, and this one holds back beside the value itself, is not a fault.
 */
export function faultOf(
  pair: Direction,
  object: ReviewObject,
  returned: ReviewObject,
): string | undefined {
  const expected = expectedAfterRoundTrip(pair, object) ?? object;
  const fault = roundTripFault(pair, { expected, returned });
  if (fault === undefined) return undefined;
  const plain = withoutStash(returned, pair.subject.kind.group);
  return roundTripFault(pair, { expected, returned: plain }) && fault.explanation;
}
