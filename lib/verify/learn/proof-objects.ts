import { sides } from "../../converter/side.ts";
import type { Path } from "../../lens/language/path.ts";
import { isFree, itemNode, nodeAt } from "../../lens/language/schema-node.ts";
import type { Structural } from "../../schema/structural/structural.ts";
import { assumedPaths, type FieldAssumption, needsRule } from "./assumptions.ts";
import { convertedBodies, returnedBodies } from "./converted-bodies.ts";
import type { ConvertedBody } from "./counterexample.ts";
import { freshBodies, relatedBodies } from "./fresh-bodies.ts";
import type { LearnedVersions } from "./learned-versions.ts";

/** How many objects to draw, and the seed that they are drawn with. */
interface ProofCounts {
  readonly seed: number;
  /** The number of objects to draw for each version, besides those for each assumption. Half as many more have equal values. */
  readonly runs: number;
}

/**
 * The number of objects to draw for each path or group of paths that `proofObjects` lists. They have a value at each path. The
 * number is a choice: twice as many as an assumption needs to count as tried, because the webhook may refuse some.
 */
const drawnEach = 6;
/**
 * For free JSON, this many times as many objects are drawn, since drawn JSON seldom has what a webhook converts in it. Of objects
 * with AlertmanagerConfig's `routes`, one in 6 at v1alpha1 and one in 22 at v1beta1 shows that routes are converted, so 48 objects
 * of each version all miss it in one of 60,000 runs.
 */
const timesForFree = 8;
/**
 * The number of objects to draw for each field of list items: two items of the object differ only in this field. The number is
 * a choice: one may be refused, and fields of items are many.
 */
const copiesOfEach = 2;

/**
 * Objects that the rules are compared on, with the webhook's conversions. For each version: drawn objects, objects with equal
 * values, and objects that the webhook itself converted from the other version, in which the values fit together.
 */
export function proofObjects(
  versions: LearnedVersions,
  assumptions: readonly FieldAssumption[],
  { seed, runs }: ProofCounts,
): readonly ConvertedBody[] {
  const drawn = sides.flatMap((side) => {
    const places = (all: readonly FieldAssumption[]): readonly Path[] =>
      all.flatMap((assumption) => assumedPaths(assumption, side));
    const ruled = assumptions.filter(needsRule);
    const together = ruled
      .map((assumption) => assumedPaths(assumption, side))
      .filter((paths) => paths.length > 1);
    const free = places(assumptions).filter((path) => isFreeAt(versions[side].schema, path));
    const alone = [...places(ruled), ...Array.from({ length: timesForFree }, () => free).flat()];
    const paths = [...alone.map((path) => [path]), ...together];
    return convertedBodies(versions, side, [
      ...freshBodies(versions, side, { seed, count: runs, paths, countEach: drawnEach }),
      ...relatedBodies(versions, side, {
        seed,
        count: Math.ceil(runs / 2),
        paths: places(assumptions),
        countEach: copiesOfEach,
      }),
    ]);
  });
  const returned = sides.flatMap((side) => returnedBodies(versions, side, drawn, runs));
  return [...drawn, ...returned];
}

/** True if the schema allows any JSON at a path, or in the items of a list at the path. */
function isFreeAt(schema: Structural, path: Path): boolean {
  const node = nodeAt(schema, path);
  return isFree(node) || isFree(itemNode(node));
}
