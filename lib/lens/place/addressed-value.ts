import { equal } from "../../json/equal.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import { type AddressStep, stepKey } from "./address.ts";

/** The key of an item: its members in `keys`, with their values; undefined if one of them is absent, null, a list or a map. */
export function keyOfItem(item: JsonValue, keys: readonly string[]): JsonObject | undefined {
  if (!isObject(item)) return undefined;
  const match: MutableJsonObject = {};
  for (const key of keys) {
    const value = member(item, key);
    if (value === undefined || value === null || typeof value === "object") return undefined;
    assign(match, key, value);
  }
  return match;
}

/** An item of a keyed list, with its index and its step. */
interface KeyedItem {
  readonly item: JsonValue;
  readonly index: number;
  readonly step: AddressStep;
}

/** The items of a list that have a key, by the text of their step. */
export function itemsByKey(
  list: readonly JsonValue[],
  keys: readonly string[],
): ReadonlyMap<string, KeyedItem> {
  const counts = new Map<string, number>();
  const found = new Map<string, KeyedItem>();
  for (const [index, item] of list.entries()) {
    const match = keyOfItem(item, keys);
    if (match === undefined) continue;
    const text = stringify(match);
    const nth = counts.get(text) ?? 0;
    counts.set(text, nth + 1);
    const step: AddressStep = { type: "item", match, nth };
    found.set(stepKey(step), { item, index, step });
  }
  return found;
}

/** The value at an address; undefined if there is none, and for addresses with an index. */
export function resolveAddress(
  value: JsonValue,
  steps: readonly AddressStep[],
): JsonValue | undefined {
  return steps.some(({ type }) => type === "index") ? undefined : valueAtSteps(value, steps);
}

/** The value at the steps of a field's path ({@link fieldSteps}); undefined if there is none. */
export function valueAtSteps(
  value: JsonValue,
  steps: readonly AddressStep[],
): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>(valueAtStep, value);
}

function valueAtStep(value: JsonValue | undefined, step: AddressStep): JsonValue | undefined {
  if (step.type === "key") return isObject(value) ? member(value, step.key) : undefined;
  if (!isArray(value)) return undefined;
  if (step.type === "index") return value[step.index];
  const keys = Object.keys(step.match);
  const alike = value.filter((item) => equal(keyOfItem(item, keys), step.match));
  return alike[step.nth];
}
