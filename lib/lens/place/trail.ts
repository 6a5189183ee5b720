import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";

/** A place in one object: keys of maps and indexes of lists. */
export type ObjectPlace = readonly (string | number)[];

/** A place on the way down to it, innermost first; undefined is the object itself. */
export type Trail = TrailStep | undefined;

interface TrailStep {
  readonly above: Trail;
  readonly step: string | number;
}

export function below(above: Trail, path: KeyPath): Trail {
  return path.reduce<Trail>((trail, step) => ({ above: trail, step }), above);
}

export function placeOf(trail: Trail): ObjectPlace {
  const steps: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.above) steps.push(at.step);
  return steps.reverse();
}

/** The value at a place; undefined where there is none. */
export function resolvePlace(value: JsonValue, place: ObjectPlace): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of place) {
    if (typeof step === "string") found = isObject(found) ? member(found, step) : undefined;
    else found = isArray(found) ? found[step] : undefined;
  }
  return found;
}

/** The places where one value is another than before: deep in maps and lists of one length, else as a whole. */
export function changesIn(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  above: Trail = undefined,
): readonly ObjectPlace[] {
  if (before === now || (before !== undefined && now !== undefined && equal(before, now)))
    return [];
  if (isObject(before) && isObject(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...keys].flatMap((key) =>
      changesIn(member(before, key), member(now, key), { above, step: key }),
    );
  }
  if (isArray(before) && isArray(now) && before.length === now.length) {
    return now.flatMap((item, index) => changesIn(before[index], item, { above, step: index }));
  }
  return [placeOf(above)];
}
