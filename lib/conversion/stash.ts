import { parse } from "../json/parse.ts";
import { byteLength } from "../json/size.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json/value.ts";
import { stringify } from "../json/write.ts";
import type { StringMap } from "./converter.ts";
import { shortHash } from "./lens/print.ts";

/**
 * What another version cannot say, by the path it belongs to (`spec.host`): `[]` where nothing was, `[value]` where
 * something was, `[value, print]` where it counts only beside a value with that print.
 */
export type StashEntries = ReadonlyMap<string, JsonArray>;

/**
 * The annotations in which a kind keeps, for one of its versions, what the other versions cannot say: one small
 * annotation for each entry, `<group>/kept.<version>.<id>` with the value `{address: entry}`, because server-side apply
 * merges annotations by key. The packed form is one annotation `<group>/kept` with `{version: {address: entry}}`, which
 * suits kinds that nobody applies server-side in two versions. Both forms are read.
 */
export interface Stash {
  /** The entries for a version, and the annotations without them. What cannot be read is counted and taken away. */
  take(annotations: StringMap): TakenStash;
  /** The annotations with these entries for the version, and no others. */
  put(annotations: StringMap, entries: StashEntries): StringMap;
}

export interface TakenStash {
  readonly entries: StashEntries;
  readonly annotations: StringMap;
  /** Annotations and entries of ours that could not be read. */
  readonly foreign: number;
}

/** Compresses the packed form; passed in, so that the room stays pure. */
export interface StashCodec {
  deflate(text: string): string;
  /** Undefined where it is no such text, or longer than the limit once inflated. */
  inflate(text: string, maxBytes: number): string | undefined;
}

export interface StashOptions {
  readonly packed?: boolean;
  readonly codec?: StashCodec | undefined;
}

/** Bytes that all annotations of the stash may have on one object: a quarter of what Kubernetes allows for all. */
export const maxStashBytes = 64 * 1024;

/** Bytes above which the packed form is compressed. */
const maxPlainBytes = 4 * 1024;

/** What marks a compressed text. */
const compressed = "z:";

/** The stash of a group's kinds for one version. */
export function stashFor(group: string, version: string, options: StashOptions = {}): Stash {
  const packedKey = stashStart(group);
  const prefix = `${packedKey}.${shortName(version)}.`;
  const take = (annotations: StringMap): TakenStash => {
    const keys = Object.keys(annotations).filter((key) => key.startsWith(prefix));
    const packed = readPacked(annotations[packedKey], version, options);
    if (keys.length === 0 && packed === undefined) {
      return { entries: noEntries, annotations, foreign: 0 };
    }
    const read = [
      ...(packed?.read ?? []),
      ...keys.map((key) => readEntries(annotations[key] ?? "")),
    ];
    const isTaken = (key: string): boolean =>
      key.startsWith(prefix) || (packed !== undefined && key === packedKey);
    const rest = Object.entries(annotations).filter(([key]) => !isTaken(key));
    const kept = packed?.rest === undefined ? rest : [...rest, [packedKey, packed.rest]];
    return {
      entries: new Map(read.flatMap(({ entries }) => entries)),
      annotations: Object.fromEntries(kept),
      foreign: read.reduce((sum, { foreign }) => sum + foreign, 0),
    };
  };
  return {
    take,
    put: (annotations, entries) => {
      const { annotations: rest } = take(annotations);
      if (entries.size === 0) return rest;
      return options.packed === true && isReadablePack(rest[packedKey], options)
        ? { ...rest, [packedKey]: packedText(rest[packedKey], version, entries, options) }
        : { ...rest, ...splitAnnotations(prefix, entries) };
    },
  };
}

/** How the keys of a group's stash begin, in either form. */
export function stashStart(group: string): string {
  return `${group}/kept`;
}

/** True where there may be something of a group's stash, in either form. */
export function holdsStash(annotations: StringMap, group: string): boolean {
  for (const key in annotations)
    if (key.startsWith(group) && key.startsWith("/kept", group.length)) return true;
  return false;
}

const noEntries: StashEntries = new Map();

function splitAnnotations(prefix: string, entries: StashEntries): StringMap {
  const added = new Map<string, string>();
  for (const [address, entry] of [...entries].sort(byAddress)) {
    let key = `${prefix}${shortHash(address)}`;
    while (added.has(key)) key += "x";
    added.set(key, stringify({ [address]: entry }));
  }
  return Object.fromEntries(added);
}

/** What one annotation, or one version's part of the packed one, holds. */
interface ReadEntries {
  readonly entries: readonly (readonly [string, JsonArray])[];
  readonly foreign: number;
}

function readEntries(text: string): ReadEntries {
  const parsed = parse(text);
  return parsed.ok ? entriesOf(parsed.value) : { entries: [], foreign: 1 };
}

function entriesOf(value: JsonValue | undefined): ReadEntries {
  if (!isObject(value)) return { entries: [], foreign: 1 };
  const all = Object.entries(value);
  const entries = all.flatMap(([address, entry]) =>
    isArray(entry) && isEntry(entry) ? [[address, entry] as const] : [],
  );
  return { entries, foreign: all.length - entries.length };
}

function isEntry(entry: JsonArray): boolean {
  return entry.length <= 1 || (entry.length === 2 && typeof entry[1] === "string");
}

interface Packed {
  readonly read: readonly ReadEntries[];
  /** The text of what the annotation holds for other versions; absent where that is nothing. */
  readonly rest: string | undefined;
}

function readPacked(
  text: string | undefined,
  version: string,
  options: StashOptions,
): Packed | undefined {
  const versions = packedVersions(text, options);
  if (versions === undefined || !Object.hasOwn(versions, version)) return undefined;
  const { [version]: own, ...others } = versions;
  const rest = Object.keys(others).length === 0 ? undefined : writePacked(others, options);
  return { read: [entriesOf(own)], rest };
}

function packedVersions(text: string | undefined, { codec }: StashOptions): JsonObject | undefined {
  const plain = text?.startsWith(compressed)
    ? codec?.inflate(text.slice(compressed.length), maxInflatedBytes)
    : text;
  const parsed = plain === undefined ? undefined : parse(plain);
  return parsed?.ok === true && isObject(parsed.value) ? parsed.value : undefined;
}

/** Compressed or not, what is kept must fit the object that it returns to. */
const maxInflatedBytes = 1024 * 1024;

/** False for a packed text that cannot be read: it may hold what others kept, and is not written over. */
function isReadablePack(text: string | undefined, options: StashOptions): boolean {
  return text === undefined || packedVersions(text, options) !== undefined;
}

function packedText(
  text: string | undefined,
  version: string,
  entries: StashEntries,
  options: StashOptions,
): string {
  const own = Object.fromEntries([...entries].sort(byAddress));
  const versions = { ...packedVersions(text, options), [version]: own };
  const sorted = Object.fromEntries(Object.entries(versions).sort(byAddress));
  return writePacked(sorted, options);
}

/** A text that could not be inflated again is not compressed: it is then too large, and that is said. */
function writePacked(versions: JsonObject, { codec }: StashOptions): string {
  const text = stringify(versions);
  const bytes = byteLength(text);
  return codec === undefined || bytes <= maxPlainBytes || bytes > maxInflatedBytes
    ? text
    : `${compressed}${codec.deflate(text)}`;
}

function byAddress([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** A version as it stands in an annotation's name, which has 63 characters, `kept.`, a dot and the id among them. */
function shortName(version: string): string {
  return version.length <= 49 ? version : `${version.slice(0, 41)}-${shortHash(version)}`;
}

/** Bytes that all annotations of an object may have, names and values. Source: k8s.io/apimachinery@v0.36.3 pkg/api/validation/objectmeta.go. */
const maxAnnotationBytes = 256 * 1024;

/** Why the annotations with what was just kept are too large; undefined where they are not. Names the largest entries. */
export function stashFault(
  group: string,
  annotations: StringMap,
  entries: StashEntries,
): string | undefined {
  if (entries.size === 0) return undefined;
  const start = stashStart(group);
  const sizes = Object.entries(annotations).map(([key, value]) => ({
    isOurs: key === start || key.startsWith(`${start}.`),
    bytes: byteLength(key) + byteLength(value),
  }));
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const ours = sizes.reduce((sum, { isOurs, bytes }) => sum + (isOurs ? bytes : 0), 0);
  if (ours <= maxStashBytes && all <= maxAnnotationBytes) return undefined;
  const largest = [...entries]
    .map(([address, entry]) => ({ address, bytes: byteLength(stringify(entry)) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 3)
    .map(({ address, bytes }) => `${address} (${bytes} bytes)`);
  const limit =
    ours > maxStashBytes
      ? `${ours} bytes to keep, and ${maxStashBytes} are allowed`
      : `${all} bytes of annotations, and ${maxAnnotationBytes} are allowed`;
  return `what the other version cannot say is too large: ${limit}; the largest: ${largest.join(", ")}`;
}
