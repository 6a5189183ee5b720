import { memberTexts } from "../../json/member-texts.ts";
import { parse } from "../../json/parse.ts";
import { byteLength } from "../../json/size.ts";
import { isObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** Compresses the packed form; passed in, so that conversion stays pure. */
export interface StashCodec {
  deflate(text: string): string;
  /** Undefined where it is not such a text, or longer than the limit once inflated. */
  inflate(text: string, maxBytes: number): string | undefined;
}

/** Bytes above which the packed form is compressed. */
const maxPlainBytes = 4 * 1024;

/** Compressed or not, what is preserved must fit the object that it returns to. */
const maxInflatedBytes = 1024 * 1024;

/** What marks a compressed text. */
const compressed = "z:";

/** The text of one version in a packed text, with that of all others. */
export interface PackedVersion {
  readonly own: string | undefined;
  readonly others: ReadonlyMap<string, string>;
}

/** Splits a packed text `{version: {address: entry}}`; undefined where it cannot be read. */
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

/** The packed text of all versions; undefined where there are none. One that could not be inflated again stays plain. */
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
