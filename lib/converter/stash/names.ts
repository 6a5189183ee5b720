import type { StringMap } from "../converter.ts";

/**
 * The formats of preserved values. The names of annotations show the format: `kept.v1.<id>` is format 1,
 * `kept2.v1.<id>` format 2. Format 1 has one value at one address. Format 2 has entries that older releases, which read
 * only format 1, would drop: one entry for several positions, a whole item of a list without keys, a value with the
 * mark of a companion. Annotations of an unknown format are left as they are.
 */
export const stashFormats = [1, 2] as const;

/** A format that this release reads and writes. */
export type StashFormat = (typeof stashFormats)[number];

/** The start of the names of a group's annotations for preserved values in a format. */
export function stashStart(group: string, format = 1): string {
  return `${group}/${formatName(format)}`;
}

function formatName(format: number): string {
  return format === 1 ? "kept" : `kept${format}`;
}

/**
 * The format that an annotation's name shows, even if it is unknown; undefined if the annotation does not hold
 * preserved values.
 */
export function formatIn(annotation: string, group: string): number | undefined {
  const start = stashStart(group);
  if (!annotation.startsWith(start)) return undefined;
  const named = /^(?:[2-9]|[1-9]\d{1,8})?(?=\.|$)/.exec(annotation.slice(start.length));
  return named === null ? undefined : Number(named[0] || 1);
}

/** The group in the names of annotations that preserve the originals of objects that could not be converted. */
export function nearestGroup(group: string): string {
  return `nearest.${group}`;
}

/** True if annotations may include preserved values of a group. */
export function holdsStash(annotations: StringMap, group: string): boolean {
  for (const key in annotations)
    if (key.startsWith(group) && key.startsWith("/kept", group.length)) return true;
  return false;
}

/** The start of the names of a version's annotations: `<group>/kept.v1.`, in format 2 `<group>/kept2.v1.`. */
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

/**
 * A version's name shortened to `maxLength` for an annotation's name, which may have at most 63 characters after the
 * group. A longer name is cut and gets the id of the whole name.
 */
function shortName(version: string, maxLength: number): string {
  return version.length <= maxLength
    ? version
    : `${version.slice(0, maxLength - idLength - 1)}-${idOf(version)}`;
}

/** Characters of {@link idOf}: two of 32 bits, each in base 36. */
const idLength = 14;

/**
 * The id of a text: a 64-bit hash as 14 letters and digits (base 36). Texts with the same id share one annotation, so a
 * deliberate collision does no harm.
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

/**
 * The name of the marker: the annotation that an object gets if preserved values were lost. {@link markerText} is its
 * text.
 */
export function markerName(group: string): string {
  return `${stashStart(group)}-lost`;
}

/** The size of the marker, name and text. It is larger only if the names of group and version alone need more. */
const markerBytes = 100;

/**
 * The most characters of a version's name, which is a DNS label. Source: k8s.io/apimachinery@v0.36.3
 * DNS1035LabelMaxLength.
 */
const maxVersionLength = 63;

/**
 * The most bytes that a group's marker takes, name and text: kept free in the annotations of an object that gets one.
 */
export function maxMarkerBytes(group: string): number {
  return Math.max(markerBytes, markerName(group).length + maxVersionLength + more.length);
}

/** Ends a marker's text if not all addresses fit. */
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
