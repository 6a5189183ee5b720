import { compareText } from "../go/text-order.ts";
import { assertDefined } from "../json/invariant.ts";
import { maxInt64 } from "../json/numbers.ts";

/** The parts of a version name such as `v1beta2`. `stage` is 0 for alpha, 1 for beta and 2 for stable. */
interface KubeVersion {
  readonly major: bigint;
  readonly stage: 0 | 1 | 2;
  readonly minor: bigint;
}

const form = /^v(\d+)(?:(alpha|beta)(\d+))?$/;

/**
 * Compares two version names as the server does. Positive if `a` has the higher priority, 0 if the priorities are
 * equal. Stable versions come before beta and beta before alpha; then the higher major number comes first, then the
 * higher minor number. A name not of the form `v<major>[alpha|beta<minor>]` comes after all of that form, by name. For
 * sorting by priority use {@link sortVersions}.
 *
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/version/helpers.go,
 * CompareKubeAwareVersionStrings.
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  const [x, y] = [parseVersion(a), parseVersion(b)];
  if (x === undefined && y === undefined) return compareText(b, a);
  if (x === undefined) return -1;
  if (y === undefined) return 1;
  return x.stage - y.stage || compareBig(x.major, y.major) || compareBig(x.minor, y.minor);
}

/** Sorts a copy of the names, the highest priority first. Names with equal priority (`v1`, `v01`) keep their order. */
export function sortVersions(versions: readonly string[]): string[] {
  return versions.toSorted((a, b) => compareVersions(b, a));
}

/**
 * Parses a version name such as `v1beta2`. Undefined for a name of another form or with a number beyond int64, which the
 * server can't parse.
 */
function parseVersion(version: string): KubeVersion | undefined {
  const match = form.exec(version);
  if (match === null) return undefined;
  const major = BigInt(assertDefined(match[1], "a version name that matches has a major number"));
  const [, , , digits = 0] = match;
  const minor = BigInt(digits);
  if (major > maxInt64 || minor > maxInt64) return undefined;
  return { major, minor, stage: match[2] === "alpha" ? 0 : match[2] === "beta" ? 1 : 2 };
}

function compareBig(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
