import { otherSide, type Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import { overlaps } from "./claims.ts";
import { heldBody } from "./draft-conversion.ts";
import { type LeafDifference, leafDifferences } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { declaredBody } from "./observed-bodies.ts";

/**
 * Where two conversions of one object, made from a version, differ for the server: after it has set defaults, and also before.
 * What differs only after them follows from an empty map, which Go writes for each struct: the server sets the defaults in it.
 * What differs only before them is a default that one conversion wrote.
 */
export function imageDifferences(
  versions: LearnedVersions,
  from: Side,
  { one, other }: { readonly one: JsonObject; readonly other: JsonObject },
): readonly LeafDifference[] {
  const target = versions[otherSide(from)];
  const differences = leafDifferences(
    heldBody(versions, from, one),
    heldBody(versions, from, other),
    target.schema,
  );
  if (differences.length === 0) return [];
  const before = leafDifferences(
    declaredBody(one, target),
    declaredBody(other, target),
    target.schema,
  );
  return differences.filter(({ path }) => before.some((each) => overlaps(each.path, path)));
}
