import { parse } from "../json/parse.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../json/value.ts";
import { stringify } from "../json/write.ts";
import type { StringMap } from "./converter.ts";

/**
 * What another version cannot say, by the path it belongs to (`spec.host`): `[]` where nothing was, `[value]` where
 * something was.
 */
export type StashEntries = ReadonlyMap<string, JsonArray>;

/**
 * The annotations in which a kind keeps, for one of its versions, what the other versions cannot say: one small
 * annotation for each entry, `<group>/kept.<version>.<id>` with the value `{address: entry}`, because server-side apply
 * merges annotations by key. One annotation `<group>/kept` with `{version: {address: entry}}` is read too.
 */
export interface Stash {
  /** The entries for a version, and the annotations without them. What cannot be read is passed over. */
  take(annotations: StringMap): { readonly entries: StashEntries; readonly annotations: StringMap };
  /** The annotations with these entries for the version, and no others. */
  put(annotations: StringMap, entries: StashEntries): StringMap;
}

/** The stash of a group's kinds for one version. */
export function stashFor(group: string, version: string): Stash {
  const prefix = `${group}/kept.${shortName(version)}.`;
  const packedKey = `${group}/kept`;
  const take = (annotations: StringMap): ReturnType<Stash["take"]> => {
    const keys = Object.keys(annotations).filter((key) => key.startsWith(prefix));
    const packed = readPacked(annotations[packedKey], version);
    if (keys.length === 0 && packed === undefined) return { entries: new Map(), annotations };
    const texts = keys.map((key) => annotations[key] ?? "");
    const taken = packed === undefined ? keys : [...keys, packedKey];
    const rest = Object.entries(annotations).filter(([key]) => !taken.includes(key));
    const kept = packed?.rest === undefined ? rest : [...rest, [packedKey, packed.rest]];
    return {
      entries: new Map([...(packed?.entries ?? []), ...texts.flatMap(readEntries)]),
      annotations: Object.fromEntries(kept),
    };
  };
  return {
    take,
    put: (annotations, entries) => {
      const { annotations: rest } = take(annotations);
      if (entries.size === 0) return rest;
      const added = new Map<string, string>();
      for (const [address, entry] of [...entries].sort(byAddress)) {
        let key = `${prefix}${idOf(address)}`;
        while (added.has(key)) key += "x";
        added.set(key, stringify({ [address]: entry }));
      }
      return { ...rest, ...Object.fromEntries(added) };
    },
  };
}

function readEntries(text: string): (readonly [string, JsonArray])[] {
  const parsed = parse(text);
  return parsed.ok ? entriesOf(parsed.value) : [];
}

function entriesOf(value: JsonValue | undefined): (readonly [string, JsonArray])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([address, entry]) =>
    isArray(entry) && entry.length <= 1 ? [[address, entry] as const] : [],
  );
}

interface Packed {
  readonly entries: readonly (readonly [string, JsonArray])[];
  /** The text of what the annotation holds for other versions; absent where that is nothing. */
  readonly rest: string | undefined;
}

function readPacked(text: string | undefined, version: string): Packed | undefined {
  const parsed = text === undefined ? undefined : parse(text);
  if (parsed?.ok !== true || !isObject(parsed.value)) return undefined;
  if (!Object.hasOwn(parsed.value, version)) return undefined;
  const { [version]: own, ...others } = parsed.value;
  const rest = Object.keys(others).length === 0 ? undefined : stringify(others);
  return { entries: entriesOf(own), rest };
}

function byAddress([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** A version as it stands in an annotation's name, which has 63 characters, `kept.`, a dot and the id among them. */
function shortName(version: string): string {
  return version.length <= 49 ? version : `${version.slice(0, 41)}-${idOf(version)}`;
}

/** Seven letters and digits that name an address: its 32-bit FNV-1a hash in base 36. */
function idOf(address: string): string {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(address)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, "0");
}

const encoder = new TextEncoder();
