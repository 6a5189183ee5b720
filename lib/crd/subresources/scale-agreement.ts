import { deepEqual } from "../../go/equal.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ScalePaths } from "../../schema/definition/scale-paths.ts";
import { scaleOf } from "./subresources.ts";

/** A version in which an object's Scale differs from that in the first version. */
export interface ScaleDifference {
  readonly version: string;
  /** The Scale in this version, or the server's error. */
  readonly scale: JsonObject | string;
  /** The Scale in the first version, or the server's error. */
  readonly expected: JsonObject | string;
}

/** The members of a `ResourceKind` that are needed to compute a Scale. */
export interface ScaledKind {
  readonly versions: ReadonlyMap<
    string,
    { readonly subresources: { readonly scale?: ScalePaths } }
  >;
}

/**
 * Compares the Scale of one object between its versions, and lists the versions in which it differs from the first
 * version's. This checks conversions: an autoscaler reads whichever version the server prefers. `versions` has the
 * object in each version; versions without the scale subresource are ignored.
 */
export function scaleDifferences(
  kind: ScaledKind,
  versions: ReadonlyMap<string, JsonObject>,
): readonly ScaleDifference[] {
  const scales = [...versions].flatMap(([version, object]) => {
    const scale = kind.versions.get(version)?.subresources.scale;
    if (scale === undefined) return [];
    const result = scaleOf(object, scale);
    return [{ version, scale: result.ok ? result.scale : result.error }];
  });
  const [first, ...others] = scales;
  if (first === undefined) return [];
  return others
    .filter(({ scale }) => !isSameScale(scale, first.scale))
    .map((each) => ({ ...each, expected: first.scale }));
}

function isSameScale(a: JsonObject | string, b: JsonObject | string): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return ["spec", "status"].every((part) =>
    deepEqual(member(a, part) ?? null, member(b, part) ?? null),
  );
}
