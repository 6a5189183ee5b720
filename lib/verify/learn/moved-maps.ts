import { otherSide, type Side } from "../../converter/side.ts";
import { type Path, pathText } from "../../lens/language/path.ts";
import { bodyOfValue } from "../rules/set-value.ts";
import type { MovedMaps } from "./assumptions.ts";
import type { FieldPlace } from "./field-places.ts";
import type { LearnedVersions } from "./learned-versions.ts";
import { observeBodies } from "./observed-bodies.ts";

/**
 * Pairs of maps with declared members, one of each version: if an object has one of them empty, the converted object has the
 * other one empty. Outermost first.
 */
export function movedMaps(versions: LearnedVersions): MovedMaps {
  const [forth, back] = [emptyMapTargets(versions, "from"), emptyMapTargets(versions, "to")];
  return [...forth].flatMap(([text, target]) => {
    if (target === undefined || back.get(target) !== text) return [];
    const [from, to] = [versions.from.places.get(text), versions.to.places.get(target)];
    if (from === undefined || to === undefined) return [];
    return [{ from: from.path, to: to.path, rule: undefined }];
  });
}

/**
 * For each map with declared members: the only map of the other version that is empty in the result if this map is empty, and not
 * if this map is absent. Undefined for none or several. Keys and values are the texts of paths.
 */
function emptyMapTargets(
  versions: LearnedVersions,
  side: Side,
): ReadonlyMap<string, string | undefined> {
  const { schema, places } = versions[side];
  const maps = [...places.values()].filter(({ form }) => form === "map");
  const bodies = maps.flatMap((place) => [parentBody(place), bodyOfValue(schema, place.path, {})]);
  const observed = observeBodies(versions, side, bodies);
  const others = versions[otherSide(side)].places;
  return new Map(
    maps.map((place, index) => {
      const [before, after] = [observed[2 * index]?.leaves, observed[2 * index + 1]?.leaves];
      if (before === undefined || after === undefined) return [place.text, undefined];
      const found = [...after.emptyMaps].filter(
        (text) => !before.emptyMaps.has(text) && others.has(text),
      );
      return [place.text, found.length === 1 ? found[0] : undefined];
    }),
  );

  function parentBody({ path }: FieldPlace) {
    const parent: Path = path.slice(0, -1);
    const isMember = places.has(pathText(parent));
    return isMember ? bodyOfValue(schema, parent, {}) : {};
  }
}
