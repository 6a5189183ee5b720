import { memberTexts } from "../../json/member-texts.ts";
import { parse } from "../../json/parse.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/**
 * A preserved value by its address: `[]` for an absent one, `[value]`, or `[value, mark]` that applies where what it was
 * beside has that mark; `[null, mark, true]` for an absent one beside something.
 */
type EntryMember = readonly [address: string, entry: JsonArray];

/** The entries in the text of an annotation. */
export interface ReadEntries {
  readonly entries: readonly EntryMember[];
  /** Members, or whole texts, that are not entries. */
  readonly unparsed: number;
}

/** Reads a text `{address: entry}`. */
export function readEntryText(text: string): ReadEntries {
  const parsed = parse(text);
  return parsed.ok ? entriesOf(parsed.value) : noEntries;
}

const noEntries: ReadEntries = { entries: [], unparsed: 1 };

/** The members of a map that are entries, and the number of the others; anything but a map counts as one. */
export function entriesOf(value: JsonValue | undefined): ReadEntries {
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

/** True for an entry that says that nothing stood at its place, with a mark. */
export function isMarkedAbsence([value, mark, isAbsent, ...more]: JsonArray): boolean {
  return value === null && typeof mark === "string" && isAbsent === true && more.length === 0;
}

/** A text of entries without some of them; the others keep their bytes. Undefined where none is left. */
export function withoutEntries(text: string, gone: ReadonlySet<string>): string | undefined {
  const rest = memberTexts(text).filter(({ key }) => !gone.has(key));
  return rest.length === 0 ? undefined : `{${rest.map((member) => member.text).join(",")}}`;
}

/**
 * A text with more entries, in their order. Entries of other addresses keep their bytes; a text that is not a map is
 * replaced.
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
