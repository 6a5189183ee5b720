import type { StringMap } from "../converter.ts";

/** How the keys of a group's stash begin, in either form. */
export function stashStart(group: string): string {
  return `${group}/kept`;
}

/** The group under which the originals of objects are preserved that could not be converted. */
export function nearestGroup(group: string): string {
  return `nearest.${group}`;
}

/** True where annotations may hold a group's stash. */
export function holdsStash(annotations: StringMap, group: string): boolean {
  for (const key in annotations)
    if (key.startsWith(group) && key.startsWith("/kept", group.length)) return true;
  return false;
}

/** How the names of a version's annotations begin: `<group>/kept.v1.`. */
export function versionPrefix(group: string, version: string): string {
  return `${stashStart(group)}.${shortName(version)}.`;
}

/** A version in an annotation's name, which has at most 63 characters, including `kept.`, a dot and the id. */
function shortName(version: string): string {
  return version.length <= maxVersionLength
    ? version
    : `${version.slice(0, maxVersionLength - idLength - 1)}-${idOf(version)}`;
}

const idLength = 14;
const maxVersionLength = 63 - "kept.".length - 1 - idLength;

/**
 * Fourteen letters and digits as the id of a text: a 64-bit hash in base 36. Texts with the same id share an annotation, so
 * that a deliberate collision does no harm.
 */
export function idOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (const byte of encoder.encode(text)) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte ^ (low >>> 24), 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [mixed(low ^ high), mixed(high)].map(lettersOf).join("");
}

const encoder = new TextEncoder();

/** Mixes all bits of a hash. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function lettersOf(hash: number): string {
  return hash.toString(36).padStart(idLength / 2, "0");
}

/** The annotation of an object that lost preserved values; see {@link markerText}. */
export function markerName(group: string): string {
  return `${stashStart(group)}-lost`;
}

/** The most bytes of the marker with its name; reserved in the annotations of an object that gets one. */
export const maxMarkerBytes = 100;

/**
 * The text of the marker: the version whose values did not fit, and as many of their addresses as fit into it. With a
 * group of more than 80 characters only the version fits.
 */
export function markerText(group: string, version: string, addresses: readonly string[]): string {
  const space = maxMarkerBytes - markerName(group).length;
  const all = `${version}: ${addresses.join(", ")}`;
  const ascii = all.replaceAll(/[^\x20-\x7e]/g, "?");
  return ascii.length <= space
    ? ascii
    : `${ascii.slice(0, Math.max(version.length, space - 3))}...`;
}

/** The version that a marker names; undefined where there is none. */
export function markedVersion(annotations: StringMap, group: string): string | undefined {
  const text = Object.hasOwn(annotations, markerName(group))
    ? annotations[markerName(group)]
    : undefined;
  return text === undefined ? undefined : /^[^:.]*/.exec(text)?.[0];
}
