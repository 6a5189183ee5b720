import type { CrdFacts, CrdVersion } from "../../crd/crd-facts.ts";
import { UsageError } from "../command.ts";
import { didYouMean } from "../conversion-yaml/nearest.ts";

/** Two versions of a kind, the older first. */
export interface OrderedVersions {
  readonly from: CrdVersion;
  readonly to: CrdVersion;
}

/**
 * The pair of the two named versions; if none is named, each version with the next newer one. Throws {@link UsageError} for an
 * unknown name, one name alone, or the same name twice.
 */
export function versionPairs(
  crd: CrdFacts,
  from: string | undefined,
  to: string | undefined,
): readonly OrderedVersions[] {
  const versions = crd.versions.toSorted((a, b) => byAge(a.name, b.name));
  if (from === undefined && to === undefined) {
    return versions.flatMap((version, index) => {
      const next = versions[index + 1];
      return next === undefined ? [] : [{ from: version, to: next }];
    });
  }
  if (from === undefined || to === undefined) throw new UsageError("give --from and --to together");
  if (from === to) throw new UsageError(`--from and --to both name ${from}: name two versions`);
  return [{ from: versionOf(crd, from), to: versionOf(crd, to) }];
}

function versionOf({ kind, versions }: CrdFacts, name: string): CrdVersion {
  const found = versions.find((version) => version.name === name);
  if (found !== undefined) return found;
  const names = versions.map((version) => version.name);
  const near = didYouMean(name, names);
  throw new UsageError(`${kind} has no version ${name}${near} (it has ${names.join(", ")})`);
}

/** Orders versions by age: v1alpha1, v1beta1, v1, v2alpha1. Other names come before these. */
function byAge(one: string, other: string): number {
  const [a, b] = [ageOf(one), ageOf(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function ageOf(name: string): readonly [number, number, number] {
  const [, major, stage, minor] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(name) ?? [];
  if (major === undefined) return [-1, 0, 0];
  return [Number(major), stage === "alpha" ? 0 : stage === "beta" ? 1 : 2, Number(minor ?? 0)];
}
