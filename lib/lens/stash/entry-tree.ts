import { maxObjectDepth } from "../../converter/converter.ts";
import { isMarkedAbsence } from "../../converter/stash/entry-texts.ts";
import type { StashedEntry } from "../../converter/stash/stash.ts";
import { isDeeperThan } from "../../json/parse.ts";
import type { JsonArray } from "../../json/value.ts";
import {
  type Address,
  type AddressStep,
  addressText,
  parseAddresses,
  stepKey,
} from "../place/address.ts";

/** An entry of the stash with its address parsed. */
export interface AddressedEntry {
  readonly text: string;
  readonly address: Address;
  readonly entry: JsonArray;
  /** The fingerprints of what the value was preserved beside. */
  readonly mark?: string;
  /** Set for an order that applies only to restored items: the others were put in order since. */
  readonly placesRestoredOnly?: boolean;
}

/** An entry with the stashed one that it comes from, which may stand for many entries of similar items. */
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

/** Parses entries that stand for one address each. */
export function readEntries(entries: ReadonlyMap<string, JsonArray>): readonly AddressedEntry[] {
  return [...entries].flatMap(([address, entry]) => addressedEntries(address, entry, 1) ?? []);
}

/** How many positions entries of any size may stand for, in addition to those allowed by their size. */
const freePositions = 100;

/** Stashed entries after parsing. */
interface StoredEntries {
  readonly parsed: readonly StoredEntry[];
  /** Entries whose address cannot be parsed, or that stand for many more positions than the stash has bytes. */
  readonly refused: readonly StashedEntry[];
}

/** Parses the addresses of stashed entries, which may stand for many. */
export function readStoredEntries(entries: readonly StashedEntry[]): StoredEntries {
  const parsed: StoredEntry[] = [];
  const refused: StashedEntry[] = [];
  let left = positionsFor(entries);
  for (const source of entries) {
    const read = addressedEntries(source.address, source.entry, left);
    if (read === undefined) refused.push(source);
    else {
      left -= read.length;
      for (const each of read) parsed.push({ ...each, ...marked(each), source });
    }
  }
  return { parsed, refused };
}

/** The stashed entries that entries come from. */
export function sourcesOf(entries: readonly StoredEntry[]): ReadonlySet<StashedEntry> {
  if (entries.length === 0) return noSources;
  return new Set(entries.map(({ source }) => source));
}

const noSources: ReadonlySet<StashedEntry> = new Set();

/** How many positions entries may stand for, by their size: above all by the number of fingerprints. */
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

/** That nothing stood at a place, beside what a fill would have made a value of: null, the mark, and true. */
export function markedAbsence(mark: string): JsonArray {
  return [null, mark, true];
}

/** An entry and its mark apart. */
function marked({
  address: { part },
  entry,
}: AddressedEntry): Pick<AddressedEntry, "entry" | "mark"> {
  const [, mark] = entry;
  if (typeof mark !== "string") return { entry };
  return { entry: part === "value" && entry.length > 2 ? [] : entry, mark };
}

/** An entry that nests deeper than any convertible object is forged, and would make its object too deep to convert. */
function isReadable({ part, steps }: Address, entry: JsonArray): boolean {
  if (part === "value") {
    return (
      (entry.length <= 2 || isMarkedAbsence(entry)) &&
      !isDeeperThan(entry, maxObjectDepth + 1 - steps.length)
    );
  }
  const [texts] = entry;
  return Array.isArray(texts) && texts.every((text) => typeof text === "string");
}

/** The entries by the steps of their addresses; of two with one address the later text in sort order counts. */
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

/** The texts of an order or of fingerprints. */
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
