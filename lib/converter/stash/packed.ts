import { memberTexts } from "../../json/member-texts.ts";
import { parse } from "../../json/parse.ts";
import { byteLength } from "../../json/size.ts";
import { isObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/** Compresses packed texts (see {@link pack}). It is passed in, so that conversion stays pure. */
export interface StashCodec {
  deflate(text: string): string;
  /** Undefined for an invalid text, or if the result would be longer than `maxBytes`. */
  inflate(text: string, maxBytes: number): string | undefined;
}

/**
 * A packed text with more bytes than this is compressed. The number is a choice: shorter texts stay readable, and are a small
 * part of the 256 KiB that all annotations of an object may have.
 */
const maxPlainBytes = 4 * 1024;

/**
 * The most bytes of a decompressed text. Its values must fit into the object that they are restored to, and etcd stores no
 * object of more than 1.5 MiB.
 */
const maxInflatedBytes = 1024 * 1024;

/** The prefix of a compressed text. */
const compressed = "z:";

/**
 * The parts of a packed text: `own` is the text of one version, `others` has the texts of the other versions by name.
 */
export interface PackedVersion {
  readonly own: string | undefined;
  readonly others: ReadonlyMap<string, string>;
}

/** Splits a packed text `{version: {address: entry}}`; undefined if it can't be parsed, or decompressed by `codec`. */
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
 * The packed text of all versions; undefined if no version has entries. A long text is compressed, unless it is too
 * long to be decompressed again.
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
