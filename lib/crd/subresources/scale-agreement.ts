import { deepEqual } from "../../go/equal.ts";
import { type JsonObject, member } from "../../json/value.ts";
import type { ScalePaths } from "../../schema/definition/scale-paths.ts";
import { scaleOf } from "./subresources.ts";

/** A version of an object whose Scale is not the one of the others. */
export interface ScaleDifference {
  readonly version: string;
  /** Its Scale, or the server's sentence of why it has none. */
  readonly scale: JsonObject | string;
  /** The first version's. */
  readonly expected: JsonObject | string;
}

/** A kind as far as its scales go; a `ResourceKind` is one. */
export interface ScaledKind {
  readonly versions: ReadonlyMap<
    string,
    { readonly subresources: { readonly scale?: ScalePaths } }
  >;
}

/**
 * The versions of one object that /scale would answer differently: a check for conversions, because an autoscaler sees
 * whichever version the server prefers. Versions without the scale subresource are passed over.
 *
 * Shape: `versions` holds the same object by version; its first version with a scale is what the others are held against.
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
  const expected = scales[0]?.scale;
  if (expected === undefined) return [];
  return scales
    .filter(({ scale }) => !isSame(scale, expected))
    .map((each) => ({ ...each, expected }));
}

function isSame(a: JsonObject | string, b: JsonObject | string): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return ["spec", "status"].every((part) =>
    deepEqual(member(a, part) ?? null, member(b, part) ?? null),
  );
}
