import { isArray, isObject, type JsonArray, type JsonValue, member } from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { AddressStep } from "./address.ts";
import type { ObjectPath } from "./object-path.ts";
import type { ScopedParts } from "./scoped-lens.ts";

/** One of the parts of a value, with its path in it. */
interface Part {
  readonly value: JsonValue;
  readonly path: ObjectPath;
}

/** The parts of a value by name, alike on both sides; of items with equal keys the last. Undefined for another form. */
export function partsIn(
  value: JsonValue | undefined,
  parts: ScopedParts,
): ReadonlyMap<string, Part> | undefined {
  if (value === undefined) return undefined;
  if (isArray(value)) return partsOfItems(value, parts);
  if (parts.key === undefined) return new Map([["", { value, path: [] }]]);
  if (!isObject(value)) return undefined;
  return new Map(Object.entries(value).map(([name, own]) => [name, { value: own, path: [name] }]));
}

function partsOfItems(
  list: JsonArray,
  { key, inItem }: ScopedParts,
): ReadonlyMap<string, Part> | undefined {
  if (key === undefined && list.length > 1) return undefined;
  const found = new Map<string, Part>();
  for (const [index, item] of list.entries()) {
    const name = key === undefined ? "" : isObject(item) ? (member(item, key) ?? "") : undefined;
    if (typeof name !== "string") return undefined;
    const value = valueAt(item, inItem);
    if (value !== undefined) found.set(name, { value, path: [index, ...inItem] });
  }
  return found;
}

/** The number of steps of an address, from the value on, that lead to one of its parts. What is beside a part counts as in it. */
export function stepsToPart(
  [first]: readonly AddressStep[],
  { key, inItem }: ScopedParts,
): number | undefined {
  if (first === undefined) return undefined;
  if (first.type !== "key") return 1 + inItem.length;
  return key === undefined ? 0 : 1;
}
