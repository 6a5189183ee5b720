import { sides } from "../../converter/side.ts";
import type { FieldClaim } from "./claims.ts";
import type { ConvertedBody, Counterexample } from "./counterexample.ts";
import { imageDifferences } from "./image-differences.ts";
import { isZeroValue, valuesAtPlace, withoutPlace } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";

/** The most objects per field that are converted again without the field. */
const objectsEach = 10;

/**
 * The claims of `keep` rules that do not hold, each with an object that converts differently without the claim's field: the field
 * has an effect together with other fields, although alone it changes nothing in the other version.
 */
export function keptInfluences(
  versions: LearnedVersions,
  claims: readonly FieldClaim[],
  objects: readonly ConvertedBody[],
): ReadonlyMap<FieldClaim, Counterexample> {
  const found = new Map<FieldClaim, Counterexample>();
  for (const side of sides) {
    const own = objects.filter((object) => object.side === side);
    const tried = claims.flatMap((claim) =>
      claim.type === "keep" && claim.side === side
        ? own
            .filter(({ body }) => !valuesAtPlace(body, claim.path).every(isZeroValue))
            .slice(0, objectsEach)
            .map((object) => ({ claim, object, without: withoutPlace(object.body, claim.path) }))
        : [],
    );
    const images = observeBodies(
      versions,
      side,
      tried.map(({ without }) => without),
    );
    for (const [index, { claim, object }] of tried.entries()) {
      const converted = images[index]?.converted;
      if (converted === undefined || found.has(claim)) continue;
      const [difference] = imageDifferences(versions, side, {
        one: converted,
        other: object.image,
      });
      if (difference !== undefined) found.set(claim, { ...object, difference });
    }
  }
  return found;
}
