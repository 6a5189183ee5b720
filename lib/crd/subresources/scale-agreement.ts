import { deepEqual } from "../../go/equal.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ScalePaths } from "../../schema/definition/scale-paths.ts";
import { scaleOf } from "./subresources.ts";

/** A version of an object whose Scale differs from the first version's. */
export interface ScaleDifference {
  readonly version: string;
  /** Its Scale, or the server's error. */
  readonly scale: JsonObject | string;
  /** The first version's. */
  readonly expected: JsonObject | string;
}

/** The parts of a `ResourceKind` that define scales. */
export interface ScaledKind {
  readonly versions: ReadonlyMap<
    string,
    { readonly subresources: { readonly scale?: ScalePaths } }
  >;
}

/**
 * The versions of one object with different Scales: a check for conversions, because an autoscaler reads the version that
 * the server prefers. Ignores versions without the scale subresource.
 *
 * Shape: `versions` has the same object by version. The first version with a scale is the expected one.
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
    .filter(({ scale }) => !isSame(scale, first.scale))
    .map((each) => ({ ...each, expected: first.scale }));
}

function isSame(a: JsonObject | string, b: JsonObject | string): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return ["spec", "status"].every((part) =>
    deepEqual(member(a, part) ?? null, member(b, part) ?? null),
  );
}
