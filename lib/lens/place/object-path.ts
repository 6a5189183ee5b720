import { isArray, isObject, type JsonValue, member } from "../../json/value.ts";

/** A path in one object: keys of maps and indexes of lists. */
export type ObjectPath = readonly (string | number)[];

/** A path in one object as a list linked from its last step, so that extending it is cheap. Undefined is the object itself. */
export type LinkedPath = PathLink | undefined;

interface PathLink {
  readonly above: LinkedPath;
  readonly step: string | number;
}

/** A linked path with further steps; the original is shared, not copied. */
export function extendedPath(above: LinkedPath, path: ObjectPath): LinkedPath {
  return path.reduce<LinkedPath>((trail, step) => ({ above: trail, step }), above);
}

/** The steps of a linked path, from the object's root. */
export function objectPathOf(trail: LinkedPath): ObjectPath {
  const steps: (string | number)[] = [];
  for (let at = trail; at !== undefined; at = at.above) steps.push(at.step);
  return steps.reverse();
}

/** The value at a path; undefined if there is none. */
export function valueAtObjectPath(value: JsonValue, path: ObjectPath): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path) {
    if (typeof step === "string") found = isObject(found) ? member(found, step) : undefined;
    else found = isArray(found) ? found[step] : undefined;
  }
  return found;
}
