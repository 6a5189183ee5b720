import type { PreservedValue } from "../../converter/stash/stash.ts";
import { stringify } from "../../json/write.ts";
import { addressText, addressTexts, partText } from "../place/address.ts";
import type { Entries } from "./difference.ts";
import { type AddressedEntry, placesFor, readEntries } from "./entry-tree.ts";

/**
 * Entries as they are written: what is preserved alike for many items of a list is one entry, `list[#0-9].regex`, and all
 * of one atomic list share an annotation, since nobody owns a part of such a list.
 */
export function preservedValues(entries: Entries): readonly PreservedValue[] {
  const single: PreservedValue[] = [];
  const inLists: AddressedEntry[] = [];
  for (const [address, entry] of entries) {
    const [kept] = address.includes("[#") ? readEntries(new Map([[address, entry]])) : [];
    if (kept === undefined) single.push({ address, unit: address, entry });
    else inLists.push(kept);
  }
  if (inLists.length === 0) return single;
  const lists = Map.groupBy(inLists, unitOf);
  return [...single, ...[...lists].flatMap(([unit, kept]) => valuesOfList(unit, kept))];
}

/** The outermost atomic list that an address leads through, as the text of its address; else the address itself. */
export function unitOf({ address, text }: AddressedEntry): string {
  const first = address.steps.findIndex(({ type }) => type === "index");
  const isPrints = address.part === "prints";
  if (first < 0 && !isPrints) return text;
  const steps = first < 0 ? address.steps : address.steps.slice(0, first);
  return addressText({ steps, part: "value", requiredSteps: steps.length - 1 });
}

function valuesOfList(unit: string, kept: readonly AddressedEntry[]): readonly PreservedValue[] {
  const alike = kept.filter(({ address }) => address.part !== "prints");
  const prints = kept.filter(({ address }) => address.part === "prints");
  const written = [...prints.map(patternOf), ...folded(alike.map(patternOf))].map(
    ({ texts, tail, entry }) => ({ address: texts.join("") + tail, unit, entry }),
  );
  const places = written.reduce((sum, { address }) => sum + placesIn(address), 0);
  return places <= placesFor(written) ? written : kept.map(plain(unit));
}

function plain(unit: string): (kept: AddressedEntry) => PreservedValue {
  return ({ text, entry }) => ({ address: text, unit, entry });
}

/** Places that a written address stands for. */
function placesIn(address: string): number {
  const ranges = address.matchAll(/\[#([\d,-]+)\]/g);
  return [...ranges].reduce((product, [, text = ""]) => {
    const counts = text.split(",").map((range) => {
      const [first = 0, last = first] = range.split("-").map(Number);
      return last - first + 1;
    });
    return product * counts.reduce((sum, count) => sum + count, 0);
  }, 1);
}

/** An address in pieces: one text for each step, those of list places being folded. */
interface Pattern {
  readonly texts: readonly string[];
  /** The index of each step that is a place in a list. */
  readonly places: ReadonlyMap<number, number>;
  readonly tail: string;
  readonly entry: AddressedEntry["entry"];
}

function patternOf({ address, entry }: AddressedEntry): Pattern {
  const places = new Map(
    address.steps.flatMap((step, at) => (step.type === "index" ? [[at, step.index] as const] : [])),
  );
  return { texts: addressTexts(address), places, tail: partText(address), entry };
}

/** Patterns that differ in one place alone are one with ranges there: the innermost places first. */
function folded(patterns: readonly Pattern[]): readonly Pattern[] {
  const positions = new Set(patterns.flatMap(({ places }) => [...places.keys()]));
  return [...positions].sort((a, b) => b - a).reduce(foldedAt, patterns);
}

function foldedAt(patterns: readonly Pattern[], position: number): readonly Pattern[] {
  const groups = Map.groupBy(patterns, (pattern) => keyWithout(pattern, position));
  return [...groups.values()].flatMap((group) => {
    const indexes = group.map(({ places }) => places.get(position));
    const known = indexes.filter((index) => index !== undefined);
    const [first] = group;
    if (first === undefined || known.length < 2 || known.length < indexes.length) return group;
    const mark = first.texts[position]?.startsWith("?") === true ? "?" : "";
    const text = `${mark}[#${rangesText(known)}]`;
    return [{ ...first, texts: first.texts.with(position, text) }];
  });
}

/** What patterns have in common that differ in the place at a position alone. */
function keyWithout({ texts, places, tail, entry }: Pattern, position: number): string {
  const isPlace = places.has(position);
  const rest = texts.map((text, at) =>
    isPlace && at === position ? text.replace(/\[#.*/, "[#]") : text,
  );
  return `${isPlace}${rest.join("")}${tail} ${stringify(entry)}`;
}

/** `0-3,7` */
function rangesText(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === index) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`))
    .join(",");
}
