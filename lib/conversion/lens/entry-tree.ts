import { isDeeperThan } from "../../json/parse.ts";
import type { JsonArray } from "../../json/value.ts";
import { maxObjectDepth } from "../write-object.ts";
import { type Address, type AddressStep, parseAddress, stepKey } from "./address.ts";

/** An entry of the stash with its address read. */
export interface KeptEntry {
  readonly text: string;
  readonly address: Address;
  readonly entry: JsonArray;
  /** An order that counts only for items which come out of the stash: the others were put in order since. */
  readonly placesRestoredOnly?: boolean;
}

/** Entries along the steps of their addresses. */
export interface EntryNode {
  readonly children: Map<string, { readonly step: AddressStep; readonly node: EntryNode }>;
  value: KeptEntry | undefined;
  order: readonly string[] | undefined;
  placesRestoredOnly: boolean;
  /** The entry that bears the prints of a list's items. */
  prints: KeptEntry | undefined;
}

/** Reads the addresses of entries; those that are none are counted. */
export function readEntries(entries: ReadonlyMap<string, JsonArray>): {
  readonly kept: readonly KeptEntry[];
  readonly foreign: number;
} {
  const kept: KeptEntry[] = [];
  for (const [text, entry] of entries) {
    const address = parseAddress(text);
    if (address !== undefined && isReadable(address, entry)) kept.push({ text, address, entry });
  }
  return { kept, foreign: entries.size - kept.length };
}

/** No object that is converted holds what nests deeper: such an entry is forged, and would make too deep what it completes. */
function isReadable({ part, steps }: Address, entry: JsonArray): boolean {
  if (part === "value") {
    return entry.length <= 2 && !isDeeperThan(entry, maxObjectDepth + 1 - steps.length);
  }
  const [texts] = entry;
  return Array.isArray(texts) && texts.every((text) => typeof text === "string");
}

export function entryTree(entries: readonly KeptEntry[]): EntryNode {
  const root = emptyNode();
  for (const kept of [...entries].sort(byText)) {
    const node = nodeFor(root, kept.address.steps);
    if (kept.address.part === "value") node.value = kept;
    else if (kept.address.part === "order") {
      node.order = textsOf(kept.entry);
      node.placesRestoredOnly = kept.placesRestoredOnly === true;
    } else node.prints = kept;
  }
  return root;
}

function byText(a: KeptEntry, b: KeptEntry): number {
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
    placesRestoredOnly: false,
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
