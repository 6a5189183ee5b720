import { maxObjectDepth } from "../../converter/converter.ts";
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

/** An entry of the stash with its address read. */
export interface AddressedEntry {
  readonly text: string;
  readonly address: Address;
  readonly entry: JsonArray;
  /** An order that counts only for items which come out of the stash: the others were put in order since. */
  readonly placesRestoredOnly?: boolean;
}

/** A kept entry with the stashed one that it comes from: one of like items may stand for many. */
export interface StoredEntry extends AddressedEntry {
  readonly source: StashedEntry;
}

/** Entries along the steps of their addresses. */
export interface EntryNode {
  readonly children: Map<string, { readonly step: AddressStep; readonly node: EntryNode }>;
  value: AddressedEntry | undefined;
  order: AddressedEntry | undefined;
  /** The entry that bears the prints of a list's items. */
  prints: AddressedEntry | undefined;
}

/** Entries that all stand for one address each. */
export function readEntries(entries: ReadonlyMap<string, JsonArray>): readonly AddressedEntry[] {
  return [...entries].flatMap(([address, entry]) => addressedEntries(address, entry, 1) ?? []);
}

/** Places of list items that entries may stand for beyond the bytes that they have. */
const freePlaces = 100;

/** What was read of stashed entries. */
export interface StoredEntries {
  readonly kept: readonly StoredEntry[];
  /** Entries whose address is none, or that stand for far more places than the stash has bytes. */
  readonly refused: readonly StashedEntry[];
}

/** Reads the addresses of stashed entries; those of like items stand for many. */
export function readStored(entries: readonly StashedEntry[]): StoredEntries {
  const kept: StoredEntry[] = [];
  const refused: StashedEntry[] = [];
  let left = placesFor(entries);
  for (const source of entries) {
    const read = addressedEntries(source.address, source.entry, left);
    if (read === undefined) refused.push(source);
    else {
      left -= read.length;
      for (const { text, address, entry } of read) kept.push({ text, address, entry, source });
    }
  }
  return { kept, refused };
}

/** The stashed entries that entries come from. */
export function sourcesOf(entries: readonly StoredEntry[]): ReadonlySet<StashedEntry> {
  if (entries.length === 0) return noSources;
  return new Set(entries.map(({ source }) => source));
}

const noSources: ReadonlySet<StashedEntry> = new Set();

/** Places that entries may stand for, by the length of what they hold: prints above all. */
export function placesFor(entries: readonly Pick<StashedEntry, "address" | "entry">[]): number {
  return entries.reduce((sum, { address, entry }) => {
    const [texts] = entry;
    return sum + address.length + (Array.isArray(texts) ? 10 * texts.length : 0);
  }, freePlaces);
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
  return addresses.map((address) => ({ text: addressText(address), address, entry }));
}

/** No object that is converted holds what nests deeper: such an entry is forged, and would make too deep what it completes. */
function isReadable({ part, steps }: Address, entry: JsonArray): boolean {
  if (part === "value") {
    return entry.length <= 2 && !isDeeperThan(entry, maxObjectDepth + 1 - steps.length);
  }
  const [texts] = entry;
  return Array.isArray(texts) && texts.every((text) => typeof text === "string");
}

export function entryTree(entries: readonly AddressedEntry[]): EntryNode {
  const root = emptyNode();
  for (const kept of [...entries].sort(byText)) {
    const node = nodeFor(root, kept.address.steps);
    if (kept.address.part === "value") node.value = kept;
    else if (kept.address.part === "order") node.order = kept;
    else node.prints = kept;
  }
  return root;
}

function byText(a: AddressedEntry, b: AddressedEntry): number {
  return a.text < b.text ? -1 : 1;
}

/** The texts of an order or of prints. */
export function textsOf([texts]: JsonArray): readonly string[] {
  return Array.isArray(texts) ? texts.map(String) : [];
}

export function emptyNode(): EntryNode {
  return {
    children: new Map(),
    value: undefined,
    order: undefined,
    prints: undefined,
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
