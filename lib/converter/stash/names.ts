import type { StringMap } from "../converter.ts";

/**
 * The formats of preserved values. The name of an annotation shows its format: `kept.v1.<id>` is format 1,
 * `kept2.v1.<id>` format 2. Format 1 has one value for one address. Format 2 has entries that older releases, which
 * read only format 1, would drop: an entry for several positions, a whole item of a list without keys, or a value with
 * the mark of a companion. Annotations of an unknown format are left unchanged.
 */
export const stashFormats = [1, 2] as const;

/** A format that this release reads and writes. */
export type StashFormat = (typeof stashFormats)[number];

/** The beginning of the names of all annotations with a group's preserved values in a format. */
export function stashStart(group: string, format = 1): string {
  return `${group}/${formatName(format)}`;
}

function formatName(format: number): string {
  return format === 1 ? "kept" : `kept${format}`;
}

/**
 * The format in an annotation's name, even if it is unknown; undefined if the annotation does not hold preserved
 * values.
 */
export function stashFormatOf(annotation: string, group: string): number | undefined {
  const start = stashStart(group);
  if (!annotation.startsWith(start)) return undefined;
  const named = /^(?:[2-9]|[1-9]\d{1,8})?(?=\.|$)/.exec(annotation.slice(start.length));
  return named === null ? undefined : Number(named[0] || 1);
}

/** The group of the annotations that preserve the originals of unconvertible objects. */
export function nearestGroup(group: string): string {
  return `nearest.${group}`;
}

/** True if the annotations may include preserved values of a group. */
export function holdsStash(annotations: StringMap, group: string): boolean {
  for (const key in annotations)
    if (key.startsWith(group) && key.startsWith("/kept", group.length)) return true;
  return false;
}

/**
 * The beginning of the names of annotations with preserved values for one version: `<group>/kept.v1.`, in format 2
 * `<group>/kept2.v1.`.
 */
export function versionPrefix(group: string, version: string, format = 1): string {
  // The name of an annotation may have 63 characters after the group; the format, two dots and the id are part of them.
  const maxLength = 63 - formatName(format).length - "..".length - idLength;
  return `${stashStart(group, format)}.${shortName(version, maxLength)}.`;
}

/** True if an annotation with this name may hold preserved values for one of the versions, in any format. */
export function mayHoldVersion(
  annotation: string,
  group: string,
  versions: readonly string[],
): boolean {
  const format = stashFormatOf(annotation, group);
  if (format === undefined) return false;
  if (annotation === stashStart(group, format)) return true;
  return versions.some((version) => annotation.startsWith(versionPrefix(group, version, format)));
}

/**
 * A version's name for use in an annotation's name, which may have at most 63 characters after the group. A name longer
 * than `maxLength` is cut, and the id of the whole name is appended.
 */
function shortName(version: string, maxLength: number): string {
  return version.length <= maxLength
    ? version
    : `${version.slice(0, maxLength - idLength - 1)}-${hashId(version)}`;
}

/** The characters of a {@link hashId}: two numbers of 32 bits, each with 7 characters in base 36. */
const idLength = 14;

/**
 * The id of a text: a 64-bit hash as 14 letters and digits (base 36). Different texts with the same id share an
 * annotation, so a deliberate collision does no harm.
 */
export function hashId(text: string): string {
  let [low, high] = [0x811c9dc5, 0x9747b28c];
  for (const byte of encoder.encode(text)) {
    low = Math.imul(low ^ byte, 0x01000193);
    high = Math.imul(high ^ byte ^ (low >>> 24), 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [mixedHash(low ^ high), mixedHash(high)].map(lettersOf).join("");
}

const encoder = new TextEncoder();

/** Mixes the bits of a hash, so that each bit of the result depends on all of them. */
function mixedHash(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

function lettersOf(hash: number): string {
  return hash.toString(36).padStart(idLength / 2, "0");
}

/**
 * The name of the marker annotation, which an object gets if preserved values were lost. Its text is {@link
 * markerText}.
 */
export function markerName(group: string): string {
  return `${stashStart(group)}-lost`;
}

/**
 * The limit for the bytes of the marker's name and text, unless the names of group and version need more. The number is a
 * choice: it holds a few addresses, and leaves nearly all of the annotations to preserved values.
 */
const markerBytes = 100;

/**
 * The most characters of a version's name, which is a DNS label.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/util/validation/validation.go
 * DNS1035LabelMaxLength.
 */
const maxVersionLength = 63;

/**
 * The most bytes of a group's marker, name and text. If preserved values are lost, the remaining annotations leave this
 * space for the marker.
 */
export function maxMarkerBytes(group: string): number {
  return Math.max(markerBytes, markerName(group).length + maxVersionLength + more.length);
}

/** Ends a marker's text if it does not list all addresses. */
const more = "...";

/**
 * The text of the marker: the version whose preserved values were lost, and as many of their addresses as there is
 * space for. A very long group leaves space for the version only.
 */
export function markerText(group: string, version: string, addresses: readonly string[]): string {
  const space = markerBytes - markerName(group).length;
  const all = `${version}: ${addresses.join(", ")}`;
  const ascii = all.replaceAll(/[^\x20-\x7e]/g, "?");
  return ascii.length <= space
    ? ascii
    : `${ascii.slice(0, Math.max(version.length, space - more.length))}${more}`;
}

/** The version that an object's marker names; undefined if the object has no marker. */
export function markedVersion(annotations: StringMap, group: string): string | undefined {
  const text = Object.hasOwn(annotations, markerName(group))
    ? annotations[markerName(group)]
    : undefined;
  return text === undefined ? undefined : /^[^:.]*/.exec(text)?.[0];
}
