import type { StringMap } from "../converter.ts";

/**
 * The formats of preserved values, which the names of annotations tell: `kept.v1.<id>` is the first, `kept2.v1.<id>` the
 * second. The first has what every reader understands: a value at one address. In the second are entries that readers of
 * the first would drop: one entry for several positions, a whole item of a list without keys, a value with the fingerprint
 * of a companion. A reader leaves annotations of a format that it does not know as they are.
 */
export const stashFormats = [1, 2] as const;

/** A format that is read and written. */
export type StashFormat = (typeof stashFormats)[number];

/** How the keys of a group's stash begin; with a format, those of the format. */
export function stashStart(group: string, format = 1): string {
  return `${group}/${formatName(format)}`;
}

function formatName(format: number): string {
  return format === 1 ? "kept" : `kept${format}`;
}

/** The format in an annotation's name, known or not; undefined where it is not an annotation for preserved values. */
export function formatIn(annotation: string, group: string): number | undefined {
  const start = stashStart(group);
  if (!annotation.startsWith(start)) return undefined;
  const named = /^(?:[2-9]|[1-9]\d{1,8})?(?=\.|$)/.exec(annotation.slice(start.length));
  return named === null ? undefined : Number(named[0] || 1);
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

/** How the names of a version's annotations begin: `<group>/kept.v1.`, in the second format `<group>/kept2.v1.`. */
export function versionPrefix(group: string, version: string, format = 1): string {
  const maxLength = 63 - formatName(format).length - "..".length - idLength;
  return `${stashStart(group, format)}.${shortName(version, maxLength)}.`;
}

/** True for the name of an annotation, of any format, that may hold preserved values of these versions. */
export function holdsVersion(
  annotation: string,
  group: string,
  versions: readonly string[],
): boolean {
  const format = formatIn(annotation, group);
  if (format === undefined) return false;
  if (annotation === stashStart(group, format)) return true;
  return versions.some((version) => annotation.startsWith(versionPrefix(group, version, format)));
}

/** A version as it is in an annotation's name, of which the API server allows 63 characters after the group. */
function shortName(version: string, maxLength: number): string {
  return version.length <= maxLength
    ? version
    : `${version.slice(0, maxLength - idLength - 1)}-${idOf(version)}`;
}

/** Characters of {@link idOf}: two of 32 bits, each in base 36. */
const idLength = 14;

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

/** Bytes of the marker with its name, unless the names of group and version alone have more. */
const markerBytes = 100;

/** Characters of a version's name: it is a DNS label. Source: k8s.io/apimachinery@v0.36.3 DNS1035LabelMaxLength. */
const maxVersionLength = 63;

/** The most bytes of a group's marker with its name; reserved in the annotations of an object that gets one. */
export function maxMarkerBytes(group: string): number {
  return Math.max(markerBytes, markerName(group).length + maxVersionLength + more.length);
}

/** After the addresses that fit. */
const more = "...";

/**
 * The text of the marker: the version whose values did not fit, and as many of their addresses as fit. With a group of
 * more than 80 characters only the version fits.
 */
export function markerText(group: string, version: string, addresses: readonly string[]): string {
  const space = markerBytes - markerName(group).length;
  const all = `${version}: ${addresses.join(", ")}`;
  const ascii = all.replaceAll(/[^\x20-\x7e]/g, "?");
  return ascii.length <= space
    ? ascii
    : `${ascii.slice(0, Math.max(version.length, space - more.length))}${more}`;
}

/** The version that a marker names; undefined where there is none. */
export function markedVersion(annotations: StringMap, group: string): string | undefined {
  const text = Object.hasOwn(annotations, markerName(group))
    ? annotations[markerName(group)]
    : undefined;
  return text === undefined ? undefined : /^[^:.]*/.exec(text)?.[0];
}
