import { maxMultipliedBytes } from "../../../converter/growth.ts";
import { type MapKey, mapKey, memberAt } from "../../../json/map-key.ts";
import { byteLength } from "../../../json/size.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../../../json/value.ts";
import { keyText } from "../../language/path.ts";
import type { CountRule } from "../../language/rule.ts";
import {
  type ConversionRun,
  type ConvertValue,
  exceedsDeadline,
  noteUnparsable,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../codec.ts";
import { integerOf } from "../int64.ts";

/**
 * The limit of repeated strings for a rule without `limit`. So many strings of ten bytes fit into {@link maxMultipliedBytes};
 * longer ones reach that limit first.
 */
const defaultLimit = 10_000;

/** A string and how often it occurs. */
interface Portion {
  readonly text: string;
  readonly times: number;
}

/**
 * Counts repeated strings: `[ham, ham, cheese]` becomes `[{name: ham, quantity: 2}, {name: cheese, quantity: 1}]`, in the order
 * in which strings first occur. Back, each name is repeated as often as the sum of its quantities, at the position of its first
 * item.
 *
 * A list cannot be parsed if an item is not a string; back, if its name is not a string or its quantity not a whole number of at
 * least 0. Lossy: the order of equal strings that are not neighbours; names with quantity 0; repeated names; other members of
 * items. Errors: a fault of the run, at the quantity, if more than `limit` strings are repeated (the first of each not counted),
 * or if they have too many bytes. A list of strings that could not be converted back for this reason is a fault too.
 */
export function countCodec({
  name = "name",
  quantity = "quantity",
  limit = defaultLimit,
}: Pick<CountRule, "name" | "quantity" | "limit">): ValueCodec {
  const members = { name: mapKey(name), quantity: mapKey(quantity) };
  const forward: ConvertValue = (list, run) => {
    if (!isArray(list)) return unparsable;
    const groups = neighbourGroups(list);
    if (typeof groups === "number") {
      noteUnparsable(`[${groups}]`, run);
      return unparsable;
    }
    // Equal neighbours come back in place. For other repeats, `mergedPortions` sets `isInexact`.
    const portions = mergedPortions(groups, run);
    if (!mayRepeat(portions, limit, run)) return refusedCount("", limit, run);
    if (exceedsDeadline(run, list.length)) return unparsable;
    return portions.map(({ text, times }) => ({ [name]: text, [quantity]: times }));
  };
  const backward: ConvertValue = (list, run) => {
    const portions = isArray(list) && portionsOf(list, members, run);
    if (!portions) return unparsable;
    const all = mergedPortions(portions, run);
    if (!mayRepeat(all, limit, run)) {
      const index = firstTooMany(portions, limit, run);
      return refusedCount(`[${index}]${keyText(quantity)}`, limit, run);
    }
    return exceedsDeadline(run, portions.length) ? unparsable : spelledOut(all);
  };
  return {
    forward,
    backward,
    exactForward: false,
    exactBackward: false,
    reportsInexact: true,
    merge: replayedList,
  };
}

/** Groups equal neighbours of a list of strings. Returns the index of the first item that is not a string, if there is one. */
function neighbourGroups(list: JsonArray): readonly Portion[] | number {
  const groups: { text: string; times: number }[] = [];
  for (let index = 0; index < list.length; index++) {
    const text = list[index];
    if (typeof text !== "string") return index;
    const last = groups[groups.length - 1];
    if (last?.text === text) last.times++;
    else groups.push({ text, times: 1 });
  }
  return groups;
}

/** Joins the portions of the same text, at the position of the first. */
function mergedPortions(portions: readonly Portion[], run: ConversionRun): readonly Portion[] {
  if (areDistinct(portions)) return portions;
  const counts = countsOf(portions);
  run.isInexact = true;
  return Array.from(counts, ([text, times]) => ({ text, times }));
}

/** Up to this number of portions, comparing each with each is faster than a set. */
const maxPairwise = 8;

function areDistinct(portions: readonly Portion[]): boolean {
  if (portions.length > maxPairwise)
    return new Set(portions.map(portionText)).size === portions.length;
  return portions.every(
    ({ text }, index) => !portions.some((other, at) => at < index && other.text === text),
  );
}

function portionText({ text }: Portion): string {
  return text;
}

function countsOf(portions: readonly Portion[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text, times } of portions) counts.set(text, (counts.get(text) ?? 0) + times);
  return counts;
}

interface CountKeys {
  readonly name: MapKey;
  readonly quantity: MapKey;
}

/** The names and quantities of the items; undefined if one cannot be parsed. */
function portionsOf(
  list: JsonArray,
  members: CountKeys,
  run: ConversionRun,
): readonly Portion[] | undefined {
  const portions: Portion[] = [];
  for (const [index, item] of list.entries()) {
    const portion = portionOf(item, members, run);
    if (typeof portion === "string") {
      noteUnparsable(`[${index}]${portion}`, run);
      return undefined;
    }
    portions.push(portion);
  }
  return portions;
}

/** The name and quantity of an item, or the path of the part that cannot be parsed. */
function portionOf(
  item: JsonValue,
  { name, quantity }: CountKeys,
  run: ConversionRun,
): Portion | string {
  if (!isObject(item)) return "";
  const text = memberAt(item, name);
  if (typeof text !== "string") return keyText(name.key);
  const times = numberOfTimes(memberAt(item, quantity));
  if (times === undefined) return keyText(quantity.key);
  // A quantity of 0 writes no string, and other members of the item are not written: both have to be preserved.
  if (times === 0 || Object.keys(item).length !== 2) run.isInexact = true;
  return { text, times };
}

/**
 * True if the texts may be repeated as often as their quantities say. Takes the bytes from the object's growth before anything is
 * written.
 */
function mayRepeat(portions: readonly Portion[], limit: number, run: ConversionRun): boolean {
  let repeats = 0;
  let bytes = 0;
  for (const { text, times } of portions) {
    if (times < 2) continue;
    repeats += times - 1;
    if (repeats > limit) return false;
    bytes += (times - 1) * bytesOf(text);
  }
  return run.growth.take(bytes);
}

/** The index of the first portion that exceeds a limit, alone or together with those before it; else the last. */
function firstTooMany(
  portions: readonly Portion[],
  limit: number,
  { growth }: ConversionRun,
): number {
  const counts = new Map<string, number>();
  let repeats = 0;
  let bytes = 0;
  return portions.findIndex(({ text, times }, index) => {
    const before = counts.get(text) ?? 0;
    const more = Math.max(0, before + times - 1) - Math.max(0, before - 1);
    counts.set(text, before + times);
    repeats += more;
    bytes += more === 0 ? 0 : more * bytesOf(text);
    return repeats > limit || bytes > growth.left || index === portions.length - 1;
  });
}

/** The bytes of a string in a JSON list. */
function bytesOf(text: string): number {
  return byteLength(text) + quotesAndComma;
}

/** The bytes that JSON adds to each string of a list: two quotes and a comma. */
const quotesAndComma = 3;

/**
 * A quantity; undefined if it is not a whole number of at least 0. Numbers beyond 64 bits are parsed too, so that they are
 * refused as too many.
 */
function numberOfTimes(value: JsonValue | undefined): number | undefined {
  const times = typeof value === "number" ? value : Number(integerOf(value ?? null) ?? -1n);
  return Number.isInteger(times) && times >= 0 ? times : undefined;
}

function refusedCount(path: string, limit: number, run: ConversionRun): Unparsable {
  const message = `more than ${limit} repeated strings, or more than ${maxMultipliedBytes} bytes of them in the object`;
  run.fault = { code: "ObjectTooLarge", path, message };
  return unparsable;
}

function spelledOut(portions: readonly Portion[]): string[] {
  const list: string[] = [];
  for (const { text, times } of portions) {
    for (let count = 0; count < times; count++) list.push(text);
  }
  return list;
}

/**
 * The preserved list with the current quantities: strings that are no longer there are left out, further ones are added at the
 * end. Undefined if the strings would then first occur in another order than in the current list.
 */
function replayedList(preserved: JsonValue, current: JsonValue): JsonValue | undefined {
  if (!isArray(preserved) || !isArray(current)) return undefined;
  const [before, now] = [neighbourGroups(preserved), neighbourGroups(current)];
  if (typeof before === "number" || typeof now === "number") return undefined;
  const supply = countsOf(now);
  const order = [...supply.keys()];
  const replay: Portion[] = [];
  for (const { text, times } of before) {
    const left = supply.get(text) ?? 0;
    const used = Math.min(left, times);
    supply.set(text, left - used);
    replay.push({ text, times: used });
  }
  const rest = Array.from(supply, ([text, times]) => ({ text, times }));
  const merged = spelledOut([...replay, ...rest]);
  const names = new Set(merged);
  return [...names].every((text, index) => text === order[index]) ? merged : undefined;
}
