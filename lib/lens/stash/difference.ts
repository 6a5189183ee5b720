import { equal } from "../../json/equal.ts";
import { assertDefined } from "../../json/invariant.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { type AddressStep, addressText, maxSteps } from "../place/address.ts";
import { itemsByKey } from "../place/addressed-value.ts";
import type { KeySchema } from "../place/key-schema.ts";
import { selectedIndexes } from "../place/selected-parts.ts";
import { notConvertedFingerprint } from "./align-fingerprints.ts";
import { fingerprint } from "./fingerprint.ts";

/**
 * Preserved values by address. `[]` means that the value was absent, `[value]` that it was present. With a fingerprint of
 * companions: `[value, mark]` for a value that was present, `[null, mark, true]` for one that was absent while a `fill` would
 * compute one.
 */
export type EntriesByAddress = Map<string, JsonArray>;

/**
 * An object converted to the other version and back: without the server's defaults (`retranslated`), and with those that the
 * server fills in at the other version (`defaulted`).
 */
interface RoundTrip {
  readonly retranslated: JsonValue;
  /** Undefined if the defaulted object has no value that corresponds to `retranslated`. */
  readonly defaulted: JsonValue | undefined;
}

/** The preserved values that turn an object's round trip into the object again, found field by field and item by item. */
export function differenceOf(
  roundTrip: RoundTrip,
  value: JsonValue,
  keySchema: KeySchema,
): EntriesByAddress {
  const entries: EntriesByAddress = new Map();
  const walk = { keySchema, steps: [], entries, written: { length: 0 } };
  preserveDifferences(roundTrip, withMetadataOf(roundTrip.retranslated, value), walk);
  return entries;
}

/** `value`, with empty labels or annotations if only `retranslated` has some, so that they are compared key by key. */
function withMetadataOf(retranslated: JsonValue, value: JsonValue): JsonValue {
  const metadata = isObject(retranslated) ? member(retranslated, "metadata") : undefined;
  if (!isObject(value) || !isObject(metadata)) return value;
  const own = member(value, "metadata") ?? {};
  const empty = Object.fromEntries(Object.keys(metadata).map((key) => [key, {}]));
  return isObject(own) ? { ...value, metadata: { ...empty, ...own } } : value;
}

interface DifferenceWalk {
  readonly keySchema: KeySchema;
  readonly steps: readonly AddressStep[];
  readonly entries: EntriesByAddress;
  /** How many characters all addresses have so far. */
  readonly written: { length: number };
}

/**
 * After this many characters of addresses no further entry is added: far fewer fit into annotations (256 KiB for an object), so
 * that most of the values are lost anyway.
 */
const maxWritten = 2 * 1024 * 1024;

function preserveDifferences(roundTrip: RoundTrip, value: JsonValue, walk: DifferenceWalk): void {
  const { retranslated: back, defaulted } = roundTrip;
  if (equal(back, value)) return;
  if (walk.steps.length === maxSteps) preserveWhole(value, walk);
  else if (isObject(back) && isObject(value)) compareMaps(back, defaulted, value, walk);
  else if (isArray(back) && isArray(value)) compareLists(back, defaulted, value, walk);
  else preserveWhole(value, walk);
}

function preserveWhole(value: JsonValue, walk: DifferenceWalk): void {
  addEntry(walk, walk.steps, [value]);
}

function addEntry(
  { entries, written }: DifferenceWalk,
  steps: readonly AddressStep[],
  entry: JsonArray,
  requiredSteps: number = steps.length - 1,
): void {
  if (written.length > maxWritten) return;
  const text = addressText({
    steps,
    part: "value",
    requiredSteps: isMetadata(steps) ? 0 : requiredSteps,
  });
  written.length += text.length;
  entries.set(text, entry);
}

/** True for labels and annotations, whose parents need not exist: absent maps are the same as empty ones. */
function isMetadata([first]: readonly AddressStep[]): boolean {
  return first?.type === "key" && first.key === "metadata";
}

function compareMaps(
  retranslated: JsonObject,
  defaulted: JsonValue | undefined,
  value: JsonObject,
  walk: DifferenceWalk,
): void {
  for (const [key, own] of Object.entries(value)) {
    const steps: readonly AddressStep[] = [...walk.steps, { type: "key", key }];
    const other = member(retranslated, key);
    const later = isObject(defaulted) ? member(defaulted, key) : undefined;
    const inner = { ...walk, keySchema: walk.keySchema.member(key), steps };
    if (other === undefined) {
      if (!preserveUnconverted(later, own, inner)) {
        preserveLeaves({ value: own, later, steps }, walk.steps.length, walk);
      }
    } else preserveDifferences({ retranslated: other, defaulted: later }, own, inner);
  }
  for (const key of Object.keys(retranslated)) {
    if (!Object.hasOwn(value, key)) addEntry(walk, [...walk.steps, { type: "key", key }], []);
  }
}

/** A value that the round trip lost. */
interface Missing {
  readonly value: JsonValue;
  /** The value that the server's defaults put at its path. */
  readonly later: JsonValue | undefined;
  readonly steps: readonly AddressStep[];
}

/**
 * Preserves scalars, lists and empty maps one by one: if their parent is created again in the meantime, they are merged into it
 * instead of replacing it. If the server's defaults put a value other than a map at the path of a map, the map is preserved as a
 * whole, since nothing can be merged into that value.
 */
function preserveLeaves(
  { value, later, steps }: Missing,
  requiredSteps: number,
  walk: DifferenceWalk,
): void {
  const isReplaced = later !== undefined && !isObject(later);
  const isLeaf = !isObject(value) || Object.keys(value).length === 0;
  if (isLeaf || isReplaced || steps.length === maxSteps) {
    addEntry(walk, steps, [value], requiredSteps);
    return;
  }
  for (const [key, own] of Object.entries(value)) {
    const inner: Missing = {
      value: own,
      later: isObject(later) ? member(later, key) : undefined,
      steps: [...steps, { type: "key", key }],
    };
    preserveLeaves(inner, requiredSteps, walk);
  }
}

function compareLists(
  retranslated: JsonArray,
  defaulted: JsonValue | undefined,
  value: JsonArray,
  walk: DifferenceWalk,
): void {
  const { keys } = walk.keySchema;
  if (keys !== undefined && compareKeyed(retranslated, defaulted, value, walk, keys)) return;
  const converted = selectedIndexes(value, walk.keySchema.selects);
  const isWhole = converted.length === value.length;
  const hasParts = !isWhole || value.some((item) => isObject(item) || isArray(item));
  if (retranslated.length !== converted.length || !hasParts) {
    preserveWhole(value, walk);
    return;
  }
  const before = walk.entries.size;
  const keySchema = walk.keySchema.item();
  const texts = value.map(() => notConvertedFingerprint);
  const hasDefaulted = isArray(defaulted) && defaulted.length === retranslated.length;
  const printed = hasDefaulted ? defaulted : retranslated;
  const counterparts = new Map(converted.map((index, at) => [index, at]));
  for (const [index, item] of value.entries()) {
    const steps: readonly AddressStep[] = [...walk.steps, { type: "index", index }];
    const at = counterparts.get(index);
    if (at === undefined) {
      noteUnconverted(item, steps, walk);
      continue;
    }
    const later = isArray(defaulted) ? defaulted[at] : undefined;
    const counterpart = assertDefined(retranslated[at], "each converted item has a counterpart");
    texts[index] = fingerprint(assertDefined(printed[at], "each converted item has a counterpart"));
    preserveDifferences({ retranslated: counterpart, defaulted: later }, item, {
      ...walk,
      keySchema,
      steps,
    });
  }
  if (walk.entries.size > before) noteList(walk, "fingerprints", texts);
}

/**
 * Preserves an item that is not converted. It is restored even if its list is absent: whoever removed the other items did not see
 * this one.
 */
function noteUnconverted(
  item: JsonValue,
  steps: readonly AddressStep[],
  walk: DifferenceWalk,
): void {
  addEntry(walk, steps, [item], walk.steps.length - 1);
}

/** If the round trip lost a list of which no item is converted, preserves its items one by one. False for any other value. */
function preserveUnconverted(
  defaulted: JsonValue | undefined,
  value: JsonValue,
  walk: DifferenceWalk,
): boolean {
  const { selects: takes } = walk.keySchema;
  if (!isArray(value) || value.length === 0 || takes === undefined) return false;
  if (selectedIndexes(value, takes).length > 0) return false;
  compareLists([], defaulted, value, walk);
  return true;
}

function noteList(
  { entries, steps }: DifferenceWalk,
  part: "fingerprints" | "order",
  texts: readonly string[],
) {
  entries.set(addressText({ steps, part, requiredSteps: steps.length - 1 }), [texts]);
}

/**
 * Compares the items of a list by key. False if the list has to be compared as one without keys: an item has no key, or two items
 * have the same key and either both lists have the same keys in the same order, or the lens converts only some items.
 */
function compareKeyed(
  retranslated: JsonArray,
  defaulted: JsonValue | undefined,
  value: JsonArray,
  walk: DifferenceWalk,
  keys: readonly string[],
): boolean {
  const [own, other] = [itemsByKey(value, keys), itemsByKey(retranslated, keys)];
  if (own.size < value.length || other.size < retranslated.length) return false;
  const texts = [...own.keys()];
  const isRepeating = [...own.values()].some(({ step }) => step.type === "item" && step.nth > 0);
  // If the lens leaves items out, the nth item with a key may not be the nth of the other version.
  const { countsKeys } = walk.keySchema;
  if (isRepeating && (!countsKeys || isEqualOrder(texts, [...other.keys()]))) return false;
  const keySchema = walk.keySchema.item();
  const missing: string[] = [];
  for (const [text, { item, step }] of own) {
    const steps = [...walk.steps, step];
    const counterpart = other.get(text);
    if (counterpart === undefined) {
      missing.push(text);
      if (walk.keySchema.selects?.(item) === false) noteUnconverted(item, steps, walk);
      else addEntry(walk, steps, [item]);
    } else {
      const later = isArray(defaulted) ? defaulted[counterpart.index] : undefined;
      preserveDifferences({ retranslated: counterpart.item, defaulted: later }, item, {
        ...walk,
        keySchema,
        steps,
      });
    }
  }
  const stays: string[] = [];
  for (const [text, { step }] of other) {
    if (own.has(text)) stays.push(text);
    else addEntry(walk, [...walk.steps, step], []);
  }
  if (walk.keySchema.selects !== undefined && isArray(defaulted)) {
    // Items that only the defaults of the other version create are preserved as absent.
    for (const [text, { step }] of itemsByKey(defaulted, keys)) {
      if (!own.has(text) && !other.has(text)) addEntry(walk, [...walk.steps, step], []);
    }
  }
  const restored = [...stays, ...missing.sort()];
  if (!isEqualOrder(texts, restored)) noteList(walk, "order", texts);
  return true;
}

function isEqualOrder(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => other[index] === text);
}
