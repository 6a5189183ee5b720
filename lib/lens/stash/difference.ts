import { equal } from "../../json/equal.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { type AddressStep, addressText, itemsByKey, maxSteps } from "../place/address.ts";
import type { KeySchema } from "../place/key-schema.ts";
import { fingerprint } from "./fingerprint.ts";

/** What is kept, by address: `[]` was absent, `[value]` was there, `[value, print]` was there beside a value. */
export type Entries = Map<string, JsonArray>;

/** What comes back of an object, as it is and as it will look once the server has filled its defaults in between. */
export interface RoundTrip {
  readonly base: JsonValue;
  readonly defaulted: JsonValue;
}

/** The field-wise, key-wise difference between what comes back of an object and the object: nothing where they are equal. */
export function differenceOf(
  roundTrip: RoundTrip,
  value: JsonValue,
  keySchema: KeySchema,
): Entries {
  const entries: Entries = new Map();
  const walk = { keySchema, steps: [], entries, written: { length: 0 } };
  compare(roundTrip, withMetadataOf(roundTrip.base, value), walk);
  return entries;
}

/** No labels or annotations are as good as empty ones: what is there of them in one body only is told key by key. */
function withMetadataOf(base: JsonValue, value: JsonValue): JsonValue {
  const metadata = isObject(base) ? member(base, "metadata") : undefined;
  if (!isObject(value) || !isObject(metadata)) return value;
  const own = member(value, "metadata") ?? {};
  const empty = Object.fromEntries(Object.keys(metadata).map((key) => [key, {}]));
  return isObject(own) ? { ...value, metadata: { ...empty, ...own } } : value;
}

interface Comparison {
  readonly keySchema: KeySchema;
  readonly steps: readonly AddressStep[];
  readonly entries: Entries;
  /** Letters of all addresses so far. */
  readonly written: { length: number };
}

/** Letters of addresses beyond which no more is noted: it is too large for any annotation, and that fails the review. */
const maxWritten = 2 * 1024 * 1024;

function compare(roundTrip: RoundTrip, value: JsonValue, walk: Comparison): void {
  const { base } = roundTrip;
  if (equal(base, value)) return;
  if (walk.steps.length === maxSteps) keepWhole(value, walk);
  else if (isObject(base) && isObject(value)) compareMaps(base, roundTrip.defaulted, value, walk);
  else if (isArray(base) && isArray(value)) compareLists(base, roundTrip.defaulted, value, walk);
  else keepWhole(value, walk);
}

function keepWhole(value: JsonValue, walk: Comparison): void {
  note(walk, walk.steps, [value]);
}

function note(
  { entries, written }: Comparison,
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

/** Labels and annotations have no requiredSteps that could be removed: none at all is as good as an empty map. */
function isMetadata([first]: readonly AddressStep[]): boolean {
  return first?.type === "key" && first.key === "metadata";
}

function compareMaps(
  base: JsonObject,
  defaulted: JsonValue,
  value: JsonObject,
  walk: Comparison,
): void {
  for (const key of Object.keys(value)) {
    const steps: readonly AddressStep[] = [...walk.steps, { type: "key", key }];
    const own = value[key] ?? null;
    const other = member(base, key);
    if (other === undefined) keepLeaves(own, steps, walk.steps.length, walk);
    else {
      const later = isObject(defaulted) ? (member(defaulted, key) ?? null) : null;
      const keySchema = walk.keySchema.member(key);
      compare({ base: other, defaulted: later }, own, { ...walk, keySchema, steps });
    }
  }
  for (const key of Object.keys(base)) {
    if (!Object.hasOwn(value, key)) note(walk, [...walk.steps, { type: "key", key }], []);
  }
}

/** Keeps scalars, lists and empty maps one by one, so that a parent made meanwhile is merged, not overwritten. */
function keepLeaves(
  value: JsonValue,
  steps: readonly AddressStep[],
  requiredSteps: number,
  walk: Comparison,
): void {
  if (!isObject(value) || steps.length === maxSteps || Object.keys(value).length === 0) {
    note(walk, steps, [value], requiredSteps);
    return;
  }
  for (const key of Object.keys(value)) {
    keepLeaves(value[key] ?? null, [...steps, { type: "key", key }], requiredSteps, walk);
  }
}

function compareLists(
  base: JsonArray,
  defaulted: JsonValue,
  value: JsonArray,
  walk: Comparison,
): void {
  const { keys } = walk.keySchema;
  if (keys !== undefined && compareKeyed(base, defaulted, value, walk, keys)) return;
  const hasParts = value.some((item) => isObject(item) || isArray(item));
  if (base.length !== value.length || !hasParts) {
    keepWhole(value, walk);
    return;
  }
  const before = walk.entries.size;
  const keySchema = walk.keySchema.item();
  for (const [index, item] of value.entries()) {
    const steps: readonly AddressStep[] = [...walk.steps, { type: "index", index }];
    const later = isArray(defaulted) ? (defaulted[index] ?? null) : null;
    compare({ base: base[index] ?? null, defaulted: later }, item, { ...walk, keySchema, steps });
  }
  if (walk.entries.size === before) return;
  const printed = isArray(defaulted) && defaulted.length === base.length ? defaulted : base;
  noteList(walk, "prints", printed.map(fingerprint));
}

function noteList(
  { entries, steps }: Comparison,
  part: "prints" | "order",
  texts: readonly string[],
) {
  entries.set(addressText({ steps, part, requiredSteps: steps.length - 1 }), [texts]);
}

/** False where an item has no key: the list is then taken for an atomic one. */
function compareKeyed(
  base: JsonArray,
  defaulted: JsonValue,
  value: JsonArray,
  walk: Comparison,
  keys: readonly string[],
): boolean {
  const [here, there] = [itemsByKey(value, keys), itemsByKey(base, keys)];
  if (here === undefined || there === undefined) return false;
  const keySchema = walk.keySchema.item();
  const missing: string[] = [];
  for (const [text, { index, step }] of here) {
    const steps = [...walk.steps, step];
    const own = value[index] ?? null;
    const at = there.get(text)?.index;
    if (at === undefined) {
      missing.push(text);
      note(walk, steps, [own]);
    } else {
      const later = isArray(defaulted) ? (defaulted[at] ?? null) : null;
      compare({ base: base[at] ?? null, defaulted: later }, own, { ...walk, keySchema, steps });
    }
  }
  const stays: string[] = [];
  for (const [text, { step }] of there) {
    if (here.has(text)) stays.push(text);
    else note(walk, [...walk.steps, step], []);
  }
  const order = [...here.keys()];
  const restored = [...stays, ...missing.sort()];
  if (order.some((text, index) => restored[index] !== text)) noteList(walk, "order", order);
  return true;
}
