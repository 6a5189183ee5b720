import { parse } from "../../json/parse.ts";
import { ok } from "../../json/result.ts";
import { assign, type JsonObject, type MutableJsonObject } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { keyText } from "../language/path.ts";
import type { ObjectPath } from "./object-path.ts";

/**
 * One step of an address: a member of a map; an item of a keyed list, by its key and its position among the items with that key;
 * an item of an atomic list, by its index when it was preserved.
 */
export type AddressStep =
  | { readonly type: "key"; readonly key: string }
  | { readonly type: "item"; readonly match: JsonObject; readonly nth: number }
  | { readonly type: "index"; readonly index: number };

/** What is preserved at an address: a value, the order of a keyed list, or the fingerprints of an atomic list's items. */
type AddressPart = "value" | "order" | "fingerprints";

/** A position in one object, in the form that the keys of preserved values have. */
export interface StashAddress {
  readonly steps: readonly AddressStep[];
  readonly part: AddressPart;
  /** How many steps, from the first, must lead to values when the value is restored; maps and lists after them are created. */
  readonly requiredSteps: number;
}

/**
 * The text of an address: `spec.host`, `spec.list[name="a"].x`, `[name="a"~1]` for the second item with that key, `list[#2].x`,
 * `list[#]` for fingerprints and `list[]` for the order. A `?` follows the required steps, unless all steps but the last are
 * required.
 */
export function addressText(address: StashAddress): string {
  return addressTexts(address).join("") + partText(address);
}

/** The texts of an address's steps. Joined, and followed by {@link partText}, they are the text of the address. */
export function addressTexts({ steps, requiredSteps }: StashAddress): readonly string[] {
  const isMarked = requiredSteps < steps.length - 1;
  return steps.map((step, index) => {
    if (isMarked && index === requiredSteps) return `?${stepText(step)}`;
    return index === 0 ? stepText(step).replace(/^\./, "") : stepText(step);
  });
}

/** The end of an address's text, after its steps. */
export function partText({ part }: Pick<StashAddress, "part">): string {
  return { value: "", order: "[]", fingerprints: "[#]" }[part];
}

/** The text of a step, to use as a key in maps: equal steps have the same text. */
export function stepKey(step: AddressStep): string {
  return stepText(step);
}

function stepText(step: AddressStep): string {
  switch (step.type) {
    case "key":
      return keyText(step.key);
    case "index":
      return `[#${step.index}]`;
    case "item": {
      const match = Object.entries(step.match).map(
        ([key, value]) => `${bareName.test(key) ? key : JSON.stringify(key)}=${stringify(value)}`,
      );
      return `[${match.join(",")}${step.nth === 0 ? "" : `~${step.nth}`}]`;
    }
  }
}

/**
 * The most steps that an address may have; a value further down is preserved with its parent. Limits the depth of forged
 * addresses. The number is a choice: fields of real schemas are far less deep, and functions that walk an address recurse.
 */
export const maxSteps = 100;

/** Parses a field path as errors show it, `spec.list[0].x`, or the text of an address; undefined for any other text. */
export function fieldSteps(path: string): readonly AddressStep[] | undefined {
  return parseAddress(path.replaceAll(/\[(\d+)\]/g, "[#$1]"))?.steps;
}

/** Like {@link fieldSteps}, as keys and indexes. Undefined also for a path that names an item by its key, `spec.list[name="a"]`. */
export function fieldPath(path: string): ObjectPath | undefined {
  const steps = fieldSteps(path)?.map(keyOrIndex);
  return steps?.every((step) => step !== undefined) ? steps : undefined;
}

function keyOrIndex(step: AddressStep): string | number | undefined {
  if (step.type === "key") return step.key;
  return step.type === "index" ? step.index : undefined;
}

type IndexRange = readonly [first: number, last: number];

/** A step that stands for several items of an atomic list: `[#0-3,7]`. */
interface RangesStep {
  readonly type: "ranges";
  /** The first and last index of each range, in ascending order. */
  readonly ranges: readonly [IndexRange, ...IndexRange[]];
}

type AddressPatternStep = AddressStep | RangesStep;

/** Several addresses in one text, which differ only in the indexes of list items; or just one. */
interface AddressPattern {
  readonly steps: readonly AddressPatternStep[];
  readonly part: AddressPart;
  readonly requiredSteps: number;
}

/** Parses the text of one address; undefined for any other text, and for a text that stands for several addresses. */
function parseAddress(text: string): StashAddress | undefined {
  const [address, ...more] = parseAddresses(text, 1) ?? [];
  return more.length > 0 ? undefined : address;
}

/**
 * The addresses that a text stands for, such as those of four items for `list[#0-3].x`. Undefined for a text that is not an
 * address, and if there are more than `limit` addresses.
 */
export function parseAddresses(text: string, limit: number): readonly StashAddress[] | undefined {
  const pattern = parsePattern(text);
  if (pattern === undefined) return undefined;
  const { steps, part, requiredSteps } = pattern;
  if (steps.every((step) => step.type !== "ranges"))
    return limit < 1 ? undefined : [{ steps, part, requiredSteps }];
  const count = steps.reduce((product, step) => product * countOf(step), 1);
  if (count > limit) return undefined;
  const all = steps.reduce<readonly (readonly AddressStep[])[]>(
    (found, step) => found.flatMap((above) => stepsOf(step).map((each) => [...above, each])),
    [[]],
  );
  return all.map((each) => ({ steps: each, part, requiredSteps }));
}

/**
 * The first of the addresses that a text stands for, without expanding the others: a forged text can stand for billions.
 * Undefined for a text that is not an address.
 */
export function firstAddress(text: string): StashAddress | undefined {
  const pattern = parsePattern(text);
  return pattern && { ...pattern, steps: pattern.steps.map(firstStep) };
}

function firstStep(step: AddressPatternStep): AddressStep {
  if (step.type !== "ranges") return step;
  const [[index]] = step.ranges;
  return { type: "index", index };
}

function countOf(step: AddressPatternStep): number {
  if (step.type !== "ranges") return 1;
  return step.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

function stepsOf(step: AddressPatternStep): readonly AddressStep[] {
  if (step.type !== "ranges") return [step];
  return step.ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => ({
      type: "index" as const,
      index: first + at,
    })),
  );
}

function parsePattern(text: string): AddressPattern | undefined {
  const steps: AddressPatternStep[] = [];
  let rest = text;
  let requiredSteps: number | undefined;
  while (rest !== "" && rest !== "[]" && rest !== "[#]") {
    if (rest.startsWith("?")) {
      if (requiredSteps !== undefined) return undefined;
      requiredSteps = steps.length;
      rest = rest.slice(1);
    }
    const read = readStep(rest, steps.length === 0 && !text.startsWith("?"));
    if (read === undefined || steps.length === maxSteps) return undefined;
    steps.push(read.step);
    rest = read.rest;
  }
  if (steps.length === 0) return undefined;
  const part = rest === "" ? "value" : rest === "[]" ? "order" : "fingerprints";
  return { steps, part, requiredSteps: requiredSteps ?? steps.length - 1 };
}

function readStep(
  text: string,
  isFirst: boolean,
): { step: AddressPatternStep; rest: string } | undefined {
  if (text.startsWith("[")) return readBracket(text);
  const bare = isFirst ? /^([^.[\]{}"?\s]+)/ : /^\.([^.[\]{}"?\s]+)/;
  const [whole, key] = bare.exec(text) ?? [];
  if (whole === undefined || key === undefined) return undefined;
  return { step: { type: "key", key }, rest: text.slice(whole.length) };
}

function readBracket(text: string): { step: AddressPatternStep; rest: string } | undefined {
  const index = /^\[#(\d{1,9})\]/.exec(text);
  if (index !== null) {
    return {
      step: { type: "index", index: Number(index[1]) },
      rest: text.slice(index[0].length),
    };
  }
  const pattern = /^\[#(\d{1,9}(?:-\d{1,9})?(?:,\d{1,9}(?:-\d{1,9})?)*)\]/;
  const [whole, list] = pattern.exec(text) ?? [];
  if (whole !== undefined && list !== undefined) {
    const ranges = rangesIn(list);
    return ranges && { step: { type: "ranges", ranges }, rest: text.slice(whole.length) };
  }
  const quoted = /^\["(?:[^"\\]|\\.)*"\]/.exec(text);
  if (quoted !== null) {
    const key = parse(quoted[0].slice(1, -1));
    if (!key.ok || typeof key.value !== "string") return undefined;
    return { step: { type: "key", key: key.value }, rest: text.slice(quoted[0].length) };
  }
  return readItem(text);
}

/** Parses ranges of indexes, such as `0-3,7`; undefined if they overlap or do not ascend. */
function rangesIn(text: string): RangesStep["ranges"] | undefined {
  let after = -1;
  const ranges: IndexRange[] = [];
  for (const range of text.split(",")) {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    if (!(first > after) || last < first) return undefined;
    after = last;
    ranges.push([first, last]);
  }
  const [first, ...more] = ranges;
  return first && [first, ...more];
}

/** A member's name that needs no quotes in the step of a keyed list's item. */
const bareName = /^[^=,[\]~"]+$/;

const pair = /^([^=,[\]~"]+|"(?:[^"\\]|\\.)*")=("(?:[^"\\]|\\.)*"|[-\w.+]+)/;

function readItem(text: string): { step: AddressStep; rest: string } | undefined {
  const match: MutableJsonObject = {};
  let rest = text;
  do {
    rest = rest.slice(1);
    const [whole, name, text] = pair.exec(rest) ?? [];
    if (whole === undefined || name === undefined || text === undefined) return undefined;
    const [key, value] = [name.startsWith('"') ? parse(name) : ok(name), parse(text)];
    if (!value.ok || !key.ok) return undefined;
    assign(match, String(key.value), value.value);
    rest = rest.slice(whole.length);
  } while (rest.startsWith(","));
  const end = /^(?:~(\d{1,9}))?\]/.exec(rest);
  if (end === null) return undefined;
  const [closing, nth = 0] = end;
  return { step: { type: "item", match, nth: Number(nth) }, rest: rest.slice(closing.length) };
}
