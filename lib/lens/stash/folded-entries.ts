import type { StashFormat } from "../../converter/stash/names.ts";
import type { PreservedValue } from "../../converter/stash/stash.ts";
import { stringify } from "../../json/write.ts";
import { addressText, addressTexts, partText } from "../place/address.ts";
import type { EntriesByAddress } from "./difference.ts";
import { type AddressedEntry, positionsFor, readEntries } from "./entry-tree.ts";

/**
 * Entries in the form in which they are stored. Equal entries of several items of an atomic list become one, `list[#0-9].regex`.
 * All entries of an atomic list share an annotation, since an atomic list has one owner in server-side apply.
 */
export function preservedValues(entries: EntriesByAddress): readonly PreservedValue[] {
  const single: PreservedValue[] = [];
  const inLists: AddressedEntry[] = [];
  for (const [address, entry] of entries) {
    const [parsed] = address.includes("[#") ? readEntries(new Map([[address, entry]])) : [];
    if (parsed === undefined)
      single.push({ address, unit: address, entry, format: entry.length > 1 ? 2 : 1 });
    else inLists.push(parsed);
  }
  if (inLists.length === 0) return single;
  const lists = Map.groupBy(inLists, stashUnitOf);
  return [...single, ...[...lists].flatMap(([unit, parsed]) => valuesOfList(unit, parsed))];
}

/**
 * The unit of an entry: the address of the outermost atomic list above the entry, or else the entry's own address. All entries of
 * a unit are stored in one annotation.
 */
export function stashUnitOf({ address, text }: AddressedEntry): string {
  const first = address.steps.findIndex(({ type }) => type === "index");
  const isFingerprints = address.part === "fingerprints";
  if (first < 0 && !isFingerprints) return text;
  const steps = first < 0 ? address.steps : address.steps.slice(0, first);
  return addressText({ steps, part: "value", requiredSteps: steps.length - 1 });
}

function valuesOfList(unit: string, parsed: readonly AddressedEntry[]): readonly PreservedValue[] {
  const values = parsed.filter(({ address }) => address.part !== "fingerprints");
  const fingerprints = parsed.filter(({ address }) => address.part === "fingerprints");
  const patterns = [...fingerprints.map(patternOf), ...foldedAddresses(values.map(patternOf))];
  const written = patterns.map(({ texts, tail, entry }) => ({
    address: texts.join("") + tail,
    entry,
  }));
  const positions = patterns.reduce((sum, { count }) => sum + count, 0);
  const isFolded = positions > patterns.length && positions <= positionsFor(written);
  const format: StashFormat = isFolded || values.some(isSecondFormat) ? 2 : 1;
  if (isFolded) return written.map((value) => ({ ...value, unit, format }));
  return parsed.map(({ text, entry }) => ({ address: text, unit, entry, format }));
}

/**
 * True for an entry that needs format 2, because older releases would drop it: a whole item of a list without keys, or a value
 * with a fingerprint of its companions.
 */
function isSecondFormat({ address, entry }: AddressedEntry): boolean {
  return entry.length > 1 || address.steps.at(-1)?.type === "index";
}

/** An address with one text for each step, so that steps with an index can be folded into ranges. */
interface FoldedAddress {
  readonly texts: readonly string[];
  /** By position of a step, its index. */
  readonly indexes: ReadonlyMap<number, number>;
  readonly tail: string;
  /** How many addresses this folded address stands for. */
  readonly count: number;
  readonly entry: AddressedEntry["entry"];
}

function patternOf({ address, entry }: AddressedEntry): FoldedAddress {
  const indexes = new Map(
    address.steps.flatMap((step, at) => (step.type === "index" ? [[at, step.index] as const] : [])),
  );
  return { texts: addressTexts(address), indexes, tail: partText(address), count: 1, entry };
}

/** Folds addresses that differ only in one index into one with ranges, innermost steps first. */
function foldedAddresses(patterns: readonly FoldedAddress[]): readonly FoldedAddress[] {
  const positions = new Set(patterns.flatMap(({ indexes }) => [...indexes.keys()]));
  return [...positions].sort((a, b) => b - a).reduce(foldedAt, patterns);
}

function foldedAt(patterns: readonly FoldedAddress[], position: number): readonly FoldedAddress[] {
  const groups = Map.groupBy(patterns, (pattern) => keyWithout(pattern, position));
  return [...groups.values()].flatMap((group) => {
    const indexes = group.map((pattern) => pattern.indexes.get(position));
    const known = indexes.filter((index) => index !== undefined);
    const [first] = group;
    if (first === undefined || known.length < 2 || known.length < indexes.length) return group;
    const mark = first.texts[position]?.startsWith("?") === true ? "?" : "";
    const text = `${mark}[#${rangesText(known)}]`;
    const count = known.length * first.count;
    return [{ ...first, texts: first.texts.with(position, text), count }];
  });
}

/** A key that is the same for addresses that differ only in the index at a position. */
function keyWithout({ texts, indexes, tail, entry }: FoldedAddress, position: number): string {
  const isIndex = indexes.has(position);
  const rest = texts.map((text, at) =>
    isIndex && at === position ? text.replace(/\[#.*/, "[#]") : text,
  );
  return `${isIndex}${rest.join("")}${tail} ${stringify(entry)}`;
}

/** Indexes as ranges: `0-3,7`. */
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
