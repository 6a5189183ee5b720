import { maxObjectDepth } from "../../converter/converter.ts";
import { isMarkedAbsence } from "../../converter/stash/entry-texts.ts";
import type { StashedEntry } from "../../converter/stash/stash.ts";
import { isDeeperThan } from "../../json/parse.ts";
import type { JsonArray } from "../../json/value.ts";
import {
  type AddressStep,
  addressText,
  parseAddresses,
  type StashAddress,
  stepKey,
} from "../place/address.ts";

/** A preserved value with its parsed address. */
export interface AddressedEntry {
  readonly text: string;
  readonly address: StashAddress;
  readonly entry: JsonArray;
  /** The fingerprints of the companions of the value. */
  readonly mark?: string;
  /**
   * True for the order of a list that is applied to restored items only, because the other items were put in another order since.
   */
  readonly ordersOnlyRestored?: boolean;
}

/** An entry, and the stored entry that it was parsed from. A stored entry may stand for many entries of similar items. */
export interface StoredEntry extends AddressedEntry {
  readonly source: StashedEntry;
}

/** Entries as a tree along the steps of their addresses. */
export interface EntryNode {
  readonly children: Map<string, { readonly step: AddressStep; readonly node: EntryNode }>;
  value: AddressedEntry | undefined;
  order: AddressedEntry | undefined;
  /** The entry with the fingerprints of a list's items. */
  fingerprints: AddressedEntry | undefined;
}

/** Parses entries that have one address each. Others are left out. */
export function readEntries(entries: ReadonlyMap<string, JsonArray>): readonly AddressedEntry[] {
  return [...entries].flatMap(([address, entry]) => addressedEntries(address, entry, 1) ?? []);
}

/**
 * How many addresses stored entries may stand for in addition to those that their size allows. The number is a choice: entries
 * of a few bytes with a range of items are accepted, and forged ones cause little work.
 */
const freePositions = 100;

/** The parsed entries, and those that could not be parsed. */
interface StoredEntries {
  readonly parsed: readonly StoredEntry[];
  /** Entries whose address cannot be parsed, or that stand for many more addresses than the annotations have bytes. */
  readonly refused: readonly StashedEntry[];
}

/** Parses the addresses of stored entries, each of which may stand for many entries. */
export function readStoredEntries(entries: readonly StashedEntry[]): StoredEntries {
  const parsed: StoredEntry[] = [];
  const refused: StashedEntry[] = [];
  let left = positionsFor(entries);
  for (const source of entries) {
    const read = addressedEntries(source.address, source.entry, left);
    if (read === undefined) refused.push(source);
    else {
      left -= read.length;
      for (const each of read) parsed.push({ ...each, ...separatedMark(each), source });
    }
  }
  return { parsed, refused };
}

/** The stored entries that these entries were parsed from. */
export function storedEntriesOf(entries: readonly StoredEntry[]): ReadonlySet<StashedEntry> {
  if (entries.length === 0) return noSources;
  return new Set(entries.map(({ source }) => source));
}

const noSources: ReadonlySet<StashedEntry> = new Set();

/**
 * How many addresses stored entries may stand for: {@link freePositions}, one for each character of their addresses, and ten for
 * each item of a list in an entry, such as a fingerprint.
 */
export function positionsFor(entries: readonly Pick<StashedEntry, "address" | "entry">[]): number {
  return entries.reduce((sum, { address, entry }) => {
    const [texts] = entry;
    return sum + address.length + (Array.isArray(texts) ? 10 * texts.length : 0);
  }, freePositions);
}

function addressedEntries(
  text: string,
  entry: JsonArray,
  limit: number,
): readonly AddressedEntry[] | undefined {
  const addresses = parseAddresses(text, limit);
  if (addresses === undefined || !addresses.every((address) => isReadable(address, entry))) {
    return undefined;
  }
  const [only] = addresses;
  if (addresses.length === 1 && only !== undefined) return [{ text, address: only, entry }];
  return addresses.map((address) => ({
    text: addressText(address),
    address,
    entry,
  }));
}

/** The entry for a value that was absent while a `fill` would compute one, with the fingerprint of its companions. */
export function markedAbsence(mark: string): JsonArray {
  return [null, mark, true];
}

/** Separates an entry and the fingerprint of its companions. */
function separatedMark({
  address: { part },
  entry,
}: AddressedEntry): Pick<AddressedEntry, "entry" | "mark"> {
  const [, mark] = entry;
  if (typeof mark !== "string") return { entry };
  return { entry: part === "value" && entry.length > 2 ? [] : entry, mark };
}

/**
 * True for an entry of a known form. An entry that nests deeper than any convertible object is forged, and would make the object
 * too deep to convert.
 */
function isReadable({ part, steps }: StashAddress, entry: JsonArray): boolean {
  if (part === "value") {
    return (
      (entry.length <= 2 || isMarkedAbsence(entry)) &&
      !isDeeperThan(entry, maxObjectDepth + 1 - steps.length)
    );
  }
  const [texts] = entry;
  return Array.isArray(texts) && texts.every((text) => typeof text === "string");
}

/** The entries as a tree. Of two with the same address the one whose text sorts last counts. */
export function entryTree(entries: readonly AddressedEntry[]): EntryNode {
  const root = emptyNode();
  for (const parsed of [...entries].sort(byText)) {
    const node = nodeFor(root, parsed.address.steps);
    if (parsed.address.part === "value") node.value = parsed;
    else if (parsed.address.part === "order") node.order = parsed;
    else node.fingerprints = parsed;
  }
  return root;
}

function byText(a: AddressedEntry, b: AddressedEntry): number {
  return a.text < b.text ? -1 : 1;
}

/** The texts in the entry of an order or of fingerprints. */
export function textsOf([texts]: JsonArray): readonly string[] {
  return Array.isArray(texts) ? texts.map(String) : [];
}

/** A new node without entries or children, for the caller to fill. */
export function emptyNode(): EntryNode {
  return {
    children: new Map(),
    value: undefined,
    order: undefined,
    fingerprints: undefined,
  };
}

function nodeFor(root: EntryNode, steps: readonly AddressStep[]): EntryNode {
  let node = root;
  for (const step of steps) {
    const key = stepKey(step);
    const child = node.children.get(key) ?? { step, node: emptyNode() };
    node.children.set(key, child);
    node = child.node;
  }
  return node;
}
