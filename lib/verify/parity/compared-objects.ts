import fc from "fast-check";
import type { ReviewObject } from "../../protocol/conversion-review.ts";
import type { Edit } from "../apply-edit.ts";
import { editedObjects } from "../samples/edited-objects.ts";
import { explicitObjects } from "../samples/explicit-objects.ts";
import { validObjects } from "../samples/objects.ts";
import { outdatedObjects } from "../samples/outdated-objects.ts";
import { partialObjects } from "../samples/partial-objects.ts";
import { writtenConversions } from "../samples/written-objects.ts";
import type { Direction } from "../subject.ts";

/** An object that both webhooks are sent. */
export interface ComparedObject {
  readonly object: ReviewObject;
  /** A user's edits of the converted object, before it is converted back; none where it is left out. */
  readonly edits?: readonly Edit[];
  /** Smaller objects of the same sort, the smallest first. */
  readonly smaller: (object: ReviewObject) => Iterable<ReviewObject>;
}

/** How many objects are generated, and from what. */
export interface ObjectOptions {
  /** Valid objects. */
  readonly runs: number;
  readonly seed: number;
}

/** For every so many valid objects, one outdated object, one edited object and one fragment are added. */
const validPerOther = 4;

/**
 * The objects of a direction: the samples as they are written, valid objects, each field null, empty or zero by itself, objects
 * that only an older schema allowed, objects that are edited at the other version, and fragments as server-side apply sends them.
 */
export function* comparedObjects(
  pair: Direction,
  { runs, seed }: ObjectOptions,
): Iterable<ComparedObject> {
  const valid = validObjects(pair);
  const less = (object: ReviewObject): Iterable<ReviewObject> => valid.smaller(object);
  for (const { before } of writtenConversions(pair)) yield { object: before, smaller: less };
  for (const object of valid.first.slice(0, runs)) yield { object, smaller: less };
  const drawn = { seed, numRuns: runs };
  for (const object of fc.sample(valid, drawn)) yield { object, smaller: less };
  for (const { object } of explicitObjects(pair)) yield { object, smaller: less };
  const few = { seed, numRuns: Math.ceil(runs / validPerOther) };
  const outdated = outdatedObjects(pair);
  for (const each of fc.sample(outdated, few)) {
    const smaller = (object: ReviewObject): Iterable<ReviewObject> =>
      mapped(outdated.smaller({ ...each, outdated: object }), (one) => one.outdated);
    yield { object: each.outdated, smaller };
  }
  for (const { object, edits } of fc.sample(editedObjects(pair, valid), few)) {
    yield { object, edits, smaller: less };
  }
  const partial = partialObjects(pair);
  for (const each of fc.sample(partial, few)) {
    const smaller = (object: ReviewObject): Iterable<ReviewObject> =>
      mapped(partial.smaller({ ...each, fragment: object }), (one) =>
        one.fragment === object ? undefined : one.fragment,
      );
    yield { object: each.fragment, smaller };
  }
}

/** The changed items; those that become undefined are left out. */
function* mapped<From, To>(
  all: Iterable<From>,
  change: (one: From) => To | undefined,
): Iterable<To> {
  for (const one of all) {
    const changed = change(one);
    if (changed !== undefined) yield changed;
  }
}
