import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../../json/value.ts";
import { byteLength } from "../../../schema/names.ts";
import { maxGrowthBytes } from "../../growth.ts";
import {
  noteUnread,
  type One,
  type OneCodec,
  type Run,
  type Unreadable,
  unreadable,
} from "../codec.ts";
import { keyText } from "../path.ts";
import type { CountRule } from "../rule.ts";
import { integerOf } from "./int64.ts";

const defaultLimit = 10_000;

/** Names with how often each is there, in the order of first appearance. */
type Counts = Map<string, number>;

/**
 * A list of strings as each string once with its quantity, in the order of first appearance: `[ham, ham, cheese]` and
 * `[{name: ham, quantity: 2}, {name: cheese, quantity: 1}]`. Back, each name stands as often as its quantities say
 * together, where it appears first.
 *
 * Items that are no string, or no map of a string and a whole number from 0 on, make the list unreadable.
 * Lossy: the order of what is not side by side; names with quantity 0, repeated names, further members.
 * Errors: a fault of the run for more strings than `limit`, or more text than the answer may grow, at the quantity that
 * asks for it.
 */
export function countCodec({
  name = "name",
  quantity = "quantity",
  limit = defaultLimit,
}: Pick<CountRule, "name" | "quantity" | "limit">): OneCodec {
  const forward: One = (list, run) => {
    const counted = isArray(list) ? countsOf(list) : undefined;
    if (counted === undefined) {
      const odd = isArray(list) ? list.findIndex((item) => typeof item !== "string") : -1;
      if (odd >= 0) noteUnread(`[${odd}]`, run);
      return unreadable;
    }
    if (isArray(list) && list.length > limit) return refused(run, "", limit);
    if (!counted.isGrouped) run.residual = true;
    const portions: JsonObject[] = [];
    for (const [text, times] of counted.counts) {
      portions.push({ [name]: text, [quantity]: times });
    }
    return portions;
  };
  const backward: One = (list, run) => {
    const counts = isArray(list) ? summed(list, { name, quantity, limit }, run) : unreadable;
    return counts === unreadable ? unreadable : spelledOut(counts);
  };
  return {
    forward,
    backward,
    exactForward: false,
    exactBackward: false,
    saysResidual: true,
    merge: replayed,
  };
}

interface Counted {
  readonly counts: Counts;
  /** Equal strings stand side by side: such a list comes back as it is. */
  readonly isGrouped: boolean;
}

function countsOf(list: JsonArray): Counted | undefined {
  const counts: Counts = new Map();
  let isGrouped = true;
  let last: string | undefined;
  for (const text of list) {
    if (typeof text !== "string") return undefined;
    const before = counts.get(text);
    if (before !== undefined && text !== last) isGrouped = false;
    counts.set(text, (before ?? 0) + 1);
    last = text;
  }
  return { counts, isGrouped };
}

/** The quantities by name; asks for the growth before anything is written. */
function summed(
  list: JsonArray,
  { name, quantity, limit }: Required<Pick<CountRule, "name" | "quantity" | "limit">>,
  run: Run,
): Counts | Unreadable {
  const portions: Portion[] = [];
  for (const [index, item] of list.entries()) {
    const portion = portionOf(item, name, quantity);
    if (typeof portion === "string") {
      noteUnread(`[${index}]${portion}`, run);
      return unreadable;
    }
    if (!portion.isWhole) run.residual = true;
    portions.push(portion);
  }
  const counts: Counts = new Map();
  let left = limit;
  for (const [index, { text, times }] of portions.entries()) {
    left -= times;
    const more = times < 2 ? 0 : (times - 1) * (byteLength(text) + quotesAndComma);
    if (left < 0 || !run.growth.take(more)) {
      return refused(run, `[${index}]${keyText(quantity)}`, limit);
    }
    const before = counts.get(text);
    if (times === 0 || before !== undefined) run.residual = true;
    counts.set(text, (before ?? 0) + times);
  }
  return counts;
}

const quotesAndComma = 3;

interface Portion {
  readonly text: string;
  readonly times: number;
  /** There is nothing else in the item. */
  readonly isWhole: boolean;
}

/** A name and how often it stands; the path of the part that cannot be read. */
function portionOf(item: JsonValue, name: string, quantity: string): Portion | string {
  if (!isObject(item)) return "";
  const text = member(item, name);
  if (typeof text !== "string") return keyText(name);
  const times = numberOfTimes(member(item, quantity));
  return times === undefined ? keyText(quantity) : { text, times, isWhole: isPair(item) };
}

function isPair(item: JsonObject): boolean {
  return Object.keys(item).length === 2;
}

/** Numbers beyond 64 bits count too: they are refused, not unreadable. */
function numberOfTimes(value: JsonValue | undefined): number | undefined {
  const times = typeof value === "number" ? value : Number(integerOf(value ?? null) ?? -1n);
  return Number.isInteger(times) && times >= 0 ? times : undefined;
}

function refused(run: Run, path: string, limit: number): Unreadable {
  const message = `asks for more pieces than ${limit}, or than an answer may hold: it would grow more than ${maxGrowthBytes} bytes beyond its request`;
  run.fault = { path, message };
  return unreadable;
}

function spelledOut(counts: Counts): string[] {
  const list: string[] = [];
  for (const [text, times] of counts) for (let count = 0; count < times; count++) list.push(text);
  return list;
}

/**
 * The old list as far as today's has its strings, then what else today's has; undefined where that would not name
 * them in today's order.
 */
function replayed(old: JsonValue, today: JsonValue): JsonValue | undefined {
  if (!isArray(old) || !isArray(today) || countsOf(old) === undefined) return undefined;
  const supply = countsOf(today)?.counts;
  if (supply === undefined) return undefined;
  const order = [...supply.keys()];
  const replay: string[] = [];
  for (const text of old) {
    const left = typeof text === "string" ? (supply.get(text) ?? 0) : 0;
    if (typeof text !== "string" || left === 0) continue;
    supply.set(text, left - 1);
    replay.push(text);
  }
  const merged = [...replay, ...spelledOut(supply)];
  const names = new Set(merged);
  return [...names].every((text, index) => text === order[index]) ? merged : undefined;
}
