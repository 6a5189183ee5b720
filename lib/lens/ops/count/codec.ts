import { maxMultipliedBytes } from "../../../converter/growth.ts";
import { type MapKey, mapKey, memberAt } from "../../../json/map-key.ts";
import { byteLength } from "../../../json/size.ts";
import { isArray, isObject, type JsonArray, type JsonValue } from "../../../json/value.ts";
import { keyText } from "../../language/path.ts";
import type { CountRule } from "../../language/rule.ts";
import {
  type ConversionRun,
  type ConvertValue,
  isLate,
  noteUnparsable,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../codec.ts";
import { integerOf } from "../int64.ts";

/** How many strings one list may repeat where the rule has no `limit`. */
const defaultLimit = 10_000;

/** A text and how often it stands. */
interface Portion {
  readonly text: string;
  readonly times: number;
}

/**
 * A list of strings as each string once with its quantity, in the order of first appearance: `[ham, ham, cheese]` and
 * `[{name: ham, quantity: 2}, {name: cheese, quantity: 1}]`. Back, each name stands as often as its quantities say
 * together, where it appears first.
 *
 * A list cannot be parsed if an item is not a string, or not a map of a string and a whole number from 0 on.
 * Lossy: the order of equal strings that are not side by side; names with quantity 0; repeated names; other members of items.
 * Errors: a fault of the run, at the quantity that asks for it, where more strings than `limit` stand again, the first of
 * each not counted, or have more text than may be multiplied. A list of strings that would not come back for that is a
 * fault too.
 */
export function countCodec({
  name = "name",
  quantity = "quantity",
  limit = defaultLimit,
}: Pick<CountRule, "name" | "quantity" | "limit">): ValueCodec {
  const members = { name: mapKey(name), quantity: mapKey(quantity) };
  const forward: ConvertValue = (list, run) => {
    if (!isArray(list)) return unparsable;
    const runs = runsOf(list);
    if (typeof runs === "number") {
      noteUnparsable(`[${runs}]`, run);
      return unparsable;
    }
    // Equal strings that stand side by side come back as they are.
    const portions = mergedPortions(runs, run);
    if (!mayRepeat(portions, limit, run)) return refused("", limit, run);
    if (isLate(run, list.length)) return unparsable;
    return portions.map(({ text, times }) => ({ [name]: text, [quantity]: times }));
  };
  const backward: ConvertValue = (list, run) => {
    const portions = isArray(list) && portionsOf(list, members, run);
    if (!portions) return unparsable;
    const all = mergedPortions(portions, run);
    if (!mayRepeat(all, limit, run)) {
      const index = firstTooMany(portions, limit, run);
      return refused(`[${index}]${keyText(quantity)}`, limit, run);
    }
    return isLate(run, portions.length) ? unparsable : spelledOut(all);
  };
  return {
    forward,
    backward,
    exactForward: false,
    exactBackward: false,
    reportsInexact: true,
    merge: replayed,
  };
}

/** The runs of equal neighbouring strings of a list; or the index of the first item that is not a string. */
function runsOf(list: JsonArray): readonly Portion[] | number {
  const runs: { text: string; times: number }[] = [];
  for (let index = 0; index < list.length; index++) {
    const text = list[index];
    if (typeof text !== "string") return index;
    const last = runs[runs.length - 1];
    if (last?.text === text) last.times++;
    else runs.push({ text, times: 1 });
  }
  return runs;
}

/** The portions with each text once, where it stands first. */
function mergedPortions(portions: readonly Portion[], run: ConversionRun): readonly Portion[] {
  if (areDistinct(portions)) return portions;
  const counts = countsOf(portions);
  run.isInexact = true;
  return Array.from(counts, ([text, times]) => ({ text, times }));
}

/** So few are compared with one another sooner than they are counted. */
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

/** The items' names and quantities; undefined where one cannot be parsed. */
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

/** A name and how often it stands; the path of the part that cannot be parsed. */
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

/** True where each text may stand as often as it is to; takes the growth for it before anything is written. */
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

/** The first portion that asks for too much: the last where none does alone or with those before it. */
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

/** Bytes of a string in a list. */
function bytesOf(text: string): number {
  return byteLength(text) + quotesAndComma;
}

/** Bytes that JSON adds to a string in a list. */
const quotesAndComma = 3;

/** Numbers beyond 64 bits count too: they are refused, not values that cannot be parsed. */
function numberOfTimes(value: JsonValue | undefined): number | undefined {
  const times = typeof value === "number" ? value : Number(integerOf(value ?? null) ?? -1n);
  return Number.isInteger(times) && times >= 0 ? times : undefined;
}

function refused(path: string, limit: number, run: ConversionRun): Unparsable {
  const message = `asks for more repeated strings than ${limit}, or than ${maxMultipliedBytes} bytes of them in one object`;
  run.fault = { path, message };
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
 * The old list as far as today's has its strings, then what else today's has; undefined where that would not name
 * them in today's order.
 */
function replayed(old: JsonValue, today: JsonValue): JsonValue | undefined {
  if (!isArray(old) || !isArray(today)) return undefined;
  const [before, now] = [runsOf(old), runsOf(today)];
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
