import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { ObjectPath } from "../../lens/place/object-path.ts";
import { drawnPathText } from "../draw/path-text.ts";

/** A path at which two values differ. */
export interface Difference {
  readonly path: string;
  /** What the first of the two values has at the path; undefined if the path is absent. `other`: likewise the second. */
  readonly one: JsonValue | undefined;
  readonly other: JsonValue | undefined;
}

/** A difference of two values, with the steps of its path. */
export interface PlacedDifference extends Difference {
  readonly at: ObjectPath;
}

/** The deepest paths at which two values differ, in the order of members in `one`, then those only in `other`. */
export function valueDifferences(one: JsonValue, other: JsonValue): readonly Difference[] {
  return placedDifferences(one, other).map(({ at, ...difference }) => difference);
}

/** As {@link valueDifferences}, with the steps of their paths. */
export function placedDifferences(one: JsonValue, other: JsonValue): readonly PlacedDifference[] {
  return [...differencesBetween(one, other, [])];
}

function* differencesBetween(
  one: JsonValue | undefined,
  other: JsonValue | undefined,
  steps: ObjectPath,
): Iterable<PlacedDifference> {
  if (equal(one, other)) return;
  if (isObject(one) && isObject(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      yield* differencesBetween(member(one, key), member(other, key), [...steps, key]);
    }
  } else if (isArray(one) && isArray(other) && one.length === other.length) {
    for (const [index, item] of one.entries())
      yield* differencesBetween(item, other[index], [...steps, index]);
  } else {
    yield { at: steps, path: drawnPathText(steps), one, other };
  }
}

/**
 * The most differences that a sentence names. The number is a choice: each has a path and two values, so three fill a line or
 * two.
 */
const maxNamedDifferences = 3;

/** The first differences of two values as one sentence, such as `spec.size: 3 became absent`. */
export function differenceText(one: JsonValue, other: JsonValue, verb = "became"): string {
  return differencesText(valueDifferences(one, other), verb);
}

/** As {@link differenceText}, for differences that are found already. */
export function differencesText(found: readonly Difference[], verb = "became"): string {
  const texts = found
    .slice(0, maxNamedDifferences)
    .map((each) => `${each.path}: ${shortText(each.one)} ${verb} ${shortText(each.other)}`);
  const more = found.length - texts.length;
  return texts.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

/**
 * The most characters of a value in a sentence. The number is a choice: with the path and the other value it fits on two lines.
 */
const maxShown = 60;

/** A value as JSON for a sentence, cut after 60 characters; `absent` for undefined. */
export function shortText(value: JsonValue | undefined): string {
  if (value === undefined) return "absent";
  const text = stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}
