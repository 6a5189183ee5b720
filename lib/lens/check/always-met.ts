import { type Side, sides } from "../../converter/side.ts";
import { type Path, pathText, startsWith } from "../language/path.ts";
import type { SchemaPair } from "../language/schema-node.ts";
import type { NarrowerConstraint } from "../ops/analysis/lens-analysis.ts";
import { claimedPaths } from "../place/claimed-paths.ts";
import type { ScopedLens } from "../place/scoped-lens.ts";
import { unrepresentablePlaces } from "../place/unrepresentable-places.ts";
import type { SchemaCheckedPlace, UnrepresentablePlace } from "../place/unrepresentable-tree.ts";

/**
 * Returns a test that is true for a constraint that refuses no converted value: the other version allows any JSON at its path,
 * and a value that the constraint refuses is left out. False for `required` if a rule, which may write nothing, claims the member.
 */
export function alwaysMetTest(
  lens: ScopedLens,
  versions: Readonly<Record<Side, string>>,
  schemas: SchemaPair,
): (refused: NarrowerConstraint) => boolean {
  const places = sides.map((side) => ({
    version: versions[side],
    fits: fitsIn(unrepresentablePlaces(lens, side, schemas)),
    claimed: claimedPaths(lens, side),
  }));
  return ({ version, constraint: { path, keyword } }) =>
    places.some(
      ({ version: own, fits, claimed }) =>
        own === version &&
        fits.some(
          (fitted) =>
            startsWith(path, fitted.path) &&
            (keyword !== "required" || leavesOutIncomplete(fitted, path)),
        ) &&
        (keyword !== "required" || !claimed.has(pathText(path))),
    );
}

/** True if a map below a place is left out when it lacks the required member at a path. */
function leavesOutIncomplete(
  { path: start, mayBeIncomplete }: SchemaCheckedPlace,
  path: Path,
): boolean {
  return path.length > start.length && !mayBeIncomplete;
}

/** The places at and below a place whose values the conversion compares with the version's schema. */
function fitsIn(place: UnrepresentablePlace | undefined): readonly SchemaCheckedPlace[] {
  if (place === undefined) return [];
  const { fits, members, values, items } = place;
  const below = [...members.values(), values?.place, items].flatMap(fitsIn);
  return fits === undefined ? below : [fits, ...below];
}
