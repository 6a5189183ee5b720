import fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { BodyEdit } from "../apply-edit.ts";
import { editedObjects } from "../samples/edited-objects.ts";
import { explicitObjects } from "../samples/explicit-objects.ts";
import { validObjects } from "../samples/objects.ts";
import { outdatedObjects } from "../samples/outdated-objects.ts";
import { partialObjects } from "../samples/partial-objects.ts";
import { writtenConversions } from "../samples/written-objects.ts";
import type { Direction } from "../subject.ts";

/** An object to send to both webhooks. */
export interface ComparedObject {
  readonly object: ReviewObject;
  /** Edits of the converted object before it is converted back. Default: none. */
  readonly edits?: readonly BodyEdit[];
  /** Smaller objects of the same type (valid, outdated, fragment and so on), the smallest first. */
  readonly smaller: (object: ReviewObject) => Iterable<ReviewObject>;
}

/** Options for generating objects. */
export interface ObjectOptions {
  /** The number of valid objects. */
  readonly runs: number;
  readonly seed: number;
}

/**
 * For each group of this many valid objects, one outdated object, one edited object and one fragment are added. The number is a
 * choice: most objects of a cluster are valid, so most reviews are for these.
 */
const validPerOther = 4;

/**
 * The objects for a direction: samples and examples as written, valid objects, objects with a field that is null, empty or zero,
 * objects that only an older schema allowed, objects with edits after conversion, and fragments as server-side apply sends them.
 */
export function* comparedObjects(
  pair: Direction,
  { runs, seed }: ObjectOptions,
): Iterable<ComparedObject> {
  const valid = validObjects(pair);
  const smallerValid = (object: ReviewObject): Iterable<ReviewObject> => valid.smaller(object);
  for (const { before } of writtenConversions(pair))
    yield { object: before, smaller: smallerValid };
  for (const object of valid.first.slice(0, runs)) yield { object, smaller: smallerValid };
  const drawn = { seed, numRuns: runs };
  for (const object of fc.sample(valid, drawn)) yield { object, smaller: smallerValid };
  for (const { object } of explicitObjects(pair)) yield { object, smaller: smallerValid };
  const few = { seed, numRuns: Math.ceil(runs / validPerOther) };
  const outdated = outdatedObjects(pair);
  for (const each of fc.sample(outdated, few)) {
    const smaller = (object: ReviewObject): Iterable<ReviewObject> =>
      mappedLazily(outdated.smaller({ ...each, outdated: object }), (one) => one.outdated);
    yield { object: each.outdated, smaller };
  }
  for (const { object, edits } of fc.sample(editedObjects(pair, valid), few)) {
    yield { object, edits, smaller: smallerValid };
  }
  const partial = partialObjects(pair);
  for (const each of fc.sample(partial, few)) {
    const smaller = (object: ReviewObject): Iterable<ReviewObject> =>
      mappedLazily(partial.smaller({ ...each, fragment: object }), (one) =>
        one.fragment === object ? undefined : one.fragment,
      );
    yield { object: each.fragment, smaller };
  }
}

/** Maps items lazily, and leaves out results that are undefined. */
function* mappedLazily<From, To>(
  all: Iterable<From>,
  change: (one: From) => To | undefined,
): Iterable<To> {
  for (const one of all) {
    const changed = change(one);
    if (changed !== undefined) yield changed;
  }
}
