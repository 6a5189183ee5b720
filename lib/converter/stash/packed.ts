import { memberTexts } from "../../json/member-texts.ts";
import { parse } from "../../json/parse.ts";
import { byteLength } from "../../json/size.ts";
import { isObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** Compresses the packed form. Passed in, so that conversion stays pure. */
export interface StashCodec {
  deflate(text: string): string;
  /** Undefined for an invalid text, or one that is longer than the limit when inflated. */
  inflate(text: string, maxBytes: number): string | undefined;
}

/** Bytes above which the packed form is compressed. */
const maxPlainBytes = 4 * 1024;

/** The limit of an inflated text: its values must fit the object that they return to. */
const maxInflatedBytes = 1024 * 1024;

/** The prefix of a compressed text. */
const compressed = "z:";

/** A packed text in parts: `own` is the text of one version, `others` those of the other versions by name. */
export interface PackedVersion {
  readonly own: string | undefined;
  readonly others: ReadonlyMap<string, string>;
}

/** Splits a packed text `{version: {address: entry}}`; undefined where it cannot be parsed. */
export function unpack(
  text: string,
  version: string,
  codec: StashCodec | undefined,
): PackedVersion | undefined {
  const plain = text.startsWith(compressed)
    ? codec?.inflate(text.slice(compressed.length), maxInflatedBytes)
    : text;
  const parsed = plain === undefined ? undefined : parse(plain);
  if (plain === undefined || parsed?.ok !== true || !isObject(parsed.value)) return undefined;
  const versions = new Map(memberTexts(plain).map(({ key, value }) => [key, value]));
  const own = versions.get(version);
  versions.delete(version);
  return { own, others: versions };
}

/**
 * The packed text of all versions, compressed if it is long; undefined if there are none. A text that is too long to be
 * inflated again is not compressed.
 */
export function pack(
  version: string,
  { own, others }: PackedVersion,
  codec: StashCodec | undefined,
): string | undefined {
  const versions = [...others, ...(own === undefined ? [] : [[version, own] as const])];
  if (versions.length === 0) return undefined;
  const members = versions
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, map]) => `${stringify(name)}:${map}`);
  const text = `{${members.join(",")}}`;
  const bytes = byteLength(text);
  return codec === undefined || bytes <= maxPlainBytes || bytes > maxInflatedBytes
    ? text
    : `${compressed}${codec.deflate(text)}`;
}
