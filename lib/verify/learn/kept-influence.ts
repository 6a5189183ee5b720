import { sides } from "../../converter/side.ts";
import type { FieldAssumption } from "./assumptions.ts";
import { bodyDifferences } from "./body-differences.ts";
import type { ConvertedBody, Counterexample } from "./counterexample.ts";
import { isZeroValue, valuesAtPlace, withoutPlace } from "./leaf-values.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";

/**
 * The most objects per field that are converted again without the field. The number is a choice: an effect that depends on
 * another field shows in some of them, and each is sent once more.
 */
const objectsEach = 10;

/**
 * The assumptions of `keep` rules that do not hold, each with an object that converts differently without the assumption's field:
 * the field has an effect together with other fields, although alone it changes nothing in the other version.
 */
export function keptInfluences(
  versions: LearnedVersions,
  assumptions: readonly FieldAssumption[],
  objects: readonly ConvertedBody[],
): ReadonlyMap<FieldAssumption, Counterexample> {
  const found = new Map<FieldAssumption, Counterexample>();
  for (const side of sides) {
    const own = objects.filter((object) => object.side === side);
    const tried = assumptions.flatMap((assumption) =>
      assumption.type === "keep" && assumption.side === side
        ? own
            .filter(({ body }) => !valuesAtPlace(body, assumption.path).every(isZeroValue))
            .slice(0, objectsEach)
            .map((object) => ({
              assumption,
              object,
              without: withoutPlace(object.body, assumption.path),
            }))
        : [],
    );
    const observed = observeBodies(
      versions,
      side,
      tried.map(({ without }) => without),
    );
    for (const [index, { assumption, object }] of tried.entries()) {
      const converted = observed[index]?.converted;
      if (converted === undefined || found.has(assumption)) continue;
      const [difference] = bodyDifferences(versions, side, {
        one: converted,
        other: object.converted,
      });
      if (difference !== undefined) found.set(assumption, { ...object, difference });
    }
  }
  return found;
}
