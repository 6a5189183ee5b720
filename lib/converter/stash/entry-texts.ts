import { memberTexts } from "../../json/member-texts.ts";
import { parse } from "../../json/parse.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/**
 * An address and its entry: `[]` if the value was absent, `[value]`, or `[value, mark]`. An entry with a mark is valid
 * only while the values beside it (its companions) have that mark, which is computed from their fingerprints. `[null,
 * mark, true]` stands for an absent value with a mark.
 */
type EntryMember = readonly [address: string, entry: JsonArray];

/** The entries found in the text of an annotation. */
export interface ReadEntries {
  readonly entries: readonly EntryMember[];
  /** The number of members that are not entries; 1 if the text can't be parsed at all. */
  readonly unparsed: number;
}

/** Reads the entries in an annotation's text `{address: entry}`. */
export function readEntryText(text: string): ReadEntries {
  const parsed = parse(text);
  return parsed.ok ? parsedEntries(parsed.value) : noEntries;
}

const noEntries: ReadEntries = { entries: [], unparsed: 1 };

/**
 * Reads the entries of a map `{address: entry}`. Members that are not entries are counted in `unparsed`; a value that
 * is not a map counts as one.
 */
export function parsedEntries(value: JsonValue | undefined): ReadEntries {
  if (!isObject(value)) return noEntries;
  const entries: EntryMember[] = [];
  let unparsed = 0;
  for (const [address, entry] of Object.entries(value)) {
    if (isArray(entry) && isEntry(entry)) entries.push([address, entry]);
    else unparsed += 1;
  }
  return { entries, unparsed };
}

function isEntry(entry: JsonArray): boolean {
  if (entry.length <= 1) return true;
  return typeof entry[1] === "string" && (entry.length === 2 || isMarkedAbsence(entry));
}

/** True for an entry `[null, mark, true]`: the value was absent, and the entry is valid only with this mark. */
export function isMarkedAbsence([value, mark, isAbsent, ...more]: JsonArray): boolean {
  return value === null && typeof mark === "string" && isAbsent === true && more.length === 0;
}

/**
 * Removes the entries whose addresses are in `removed` from an annotation's text. The text of the other entries does not
 * change. Undefined if no entry is left.
 */
export function withoutEntries(text: string, removed: ReadonlySet<string>): string | undefined {
  const rest = memberTexts(text).filter(({ key }) => !removed.has(key));
  return rest.length === 0 ? undefined : `{${rest.map((member) => member.text).join(",")}}`;
}

/**
 * Adds entries to an annotation's text, and replaces entries with the same address. The text of the other entries does
 * not change. A text that is not a map is replaced.
 */
export function withEntries(text: string | undefined, added: readonly EntryMember[]): string {
  const parsed = text === undefined ? undefined : parse(text);
  const addresses = new Set(added.map(([address]) => address));
  const before =
    text !== undefined && parsed?.ok === true && isObject(parsed.value)
      ? memberTexts(text).filter(({ key }) => !addresses.has(key))
      : [];
  const texts = added.map(([address, entry]) => `${stringify(address)}:${stringify(entry)}`);
  return `{${[...before.map((member) => member.text), ...texts].join(",")}}`;
}
