import { otherSide, type Side, sides } from "../../converter/side.ts";
import { equal } from "../../json/equal.ts";
import type { Fill } from "../../lens/language/absence.ts";
import { type Path, pathText, startsWith } from "../../lens/language/path.ts";
import { seededSource } from "../draw/draw.ts";
import type { FieldFlow, FieldFlows } from "./field-flows.ts";
import type { UnpairedField } from "./field-pairs.ts";
import type { FieldPlace } from "./field-places.ts";
import { bodyWith } from "./fresh-bodies.ts";
import { isZeroValue, leafDifferences } from "./leaf-values.ts";
import type { LearnedVersion, LearnedVersions } from "./learned-versions.ts";
import { declaredBody, objectOfBody, observeBodies, probedMetadata } from "./observed-bodies.ts";
import type { PlacedKeep } from "./rules-of-fields.ts";

/** A place of one version that a `keep` rule preserves with all that is below it. */
interface KeptPlace extends PlacedKeep {
  /** True if a value at the place is the same after conversion to the other version and back. */
  readonly comesBack: boolean;
}

/**
 * The number of objects per place that are converted to the other version and back. The number is a choice: the value of one
 * object may come back by chance, and each object takes two conversions.
 */
const objectsEach = 3;

/**
 * The places that need a `keep` rule: the outermost maps and lists that the other version does not have and whose leaves all have
 * no counterpart; otherwise single fields.
 */
export function keptPlaces(
  versions: LearnedVersions,
  lone: readonly UnpairedField[],
  flows: FieldFlows,
): readonly KeptPlace[] {
  return sides.flatMap((side) => {
    const own = lone.filter((field) => field.side === side);
    const fills = new Map(
      own.map(({ place }) => [place.text, fillOf(place, [...flows[otherSide(side)].values()])]),
    );
    const texts = new Set(own.flatMap(({ place: { text } }) => (fills.get(text) ? [] : [text])));
    const paths = new Map(
      own.map(({ place }) => {
        const path = outermostKept(versions, side, place, texts);
        return [pathText(path), path];
      }),
    );
    return placesThatReturn(versions, side, [...paths.values()]).map((kept) => {
      const fill = fills.get(pathText(kept.path));
      return fill === undefined ? kept : { ...kept, fill };
    });
  });
}

/**
 * The value of a place in the objects converted from the other version, or the metadata member that the value is copied from.
 * Undefined if no object has the place, its value is a zero value, or the objects have different values.
 */
function fillOf({ text }: FieldPlace, flows: readonly FieldFlow[]): Fill | undefined {
  const observed = flows.flatMap(({ base, trials }) => [
    base,
    ...trials.map(({ leaves }) => leaves),
  ]);
  const found = observed.flatMap((leaves) => leaves?.values.get(text) ?? []);
  const [value] = found;
  if (value === undefined || isZeroValue(value)) return undefined;
  if (found.some((each) => !equal(each, value))) return undefined;
  for (const [name, probed] of Object.entries(probedMetadata)) {
    if (value === probed) return { read: `$.metadata.${name}` };
  }
  return { value };
}

/**
 * Finds out for each place whether its values come back: converts objects with a value at the place to the other version and
 * back, with the annotations that the first conversion adds.
 */
function placesThatReturn(
  versions: LearnedVersions,
  side: Side,
  paths: readonly Path[],
): readonly KeptPlace[] {
  const source = seededSource(17);
  const sent = paths.flatMap((path) =>
    Array.from({ length: objectsEach }, () => ({
      path,
      body: bodyWith(versions, side, { paths: [path], source }),
    })).flatMap(({ body }) => (body === undefined ? [] : [{ path, body }])),
  );
  const { schema } = versions[side];
  const observed = observeBodies(
    versions,
    side,
    sent.map(({ body }) => body),
  );
  const objects = observed.map(({ converted }) => ({
    ...objectOfBody(versions, otherSide(side), {}),
    ...converted,
  }));
  const back = versions.observer.convert(objects, versions[side].name);
  const returning = new Set<Path>();
  for (const [index, { path, body }] of sent.entries()) {
    const returned = back[index];
    if (observed[index]?.converted === undefined || returned?.type !== "converted") continue;
    const after = declaredBody(returned.object, versions[side]);
    const lost = leafDifferences(body, after, schema).some((each) => startsWith(each.path, path));
    if (!lost) returning.add(path);
  }
  return paths.map((path) => ({ side, path, comesBack: returning.has(path) }));
}

function outermostKept(
  versions: LearnedVersions,
  side: Side,
  { path }: FieldPlace,
  lone: ReadonlySet<string>,
): Path {
  const [thisVersion, otherVersion] = [versions[side], versions[otherSide(side)]];
  for (let length = 1; length < path.length; length++) {
    const start = path.slice(0, length);
    const text = pathText(start);
    if (
      thisVersion.places.has(text) &&
      !otherVersion.places.has(text) &&
      isAllOf(thisVersion, start, lone)
    )
      return start;
  }
  return path;
}

function isAllOf({ places }: LearnedVersion, start: Path, lone: ReadonlySet<string>): boolean {
  return [...places.values()].every(
    ({ form, path, text }) => form !== "leaf" || !startsWith(path, start) || lone.has(text),
  );
}
