import { compareText } from "../../go/text-order.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { valueAt } from "../language/key-path.ts";
import type { AddressStep } from "./address.ts";
import type { ObjectPath } from "./object-path.ts";
import type { ScopedParts } from "./scoped-lens.ts";

/** A part of a value, with its path in the value. */
interface Part {
  readonly value: JsonValue;
  readonly path: ObjectPath;
}

/**
 * The parts of a value by name; corresponding parts have the same name on both sides. Of parts with the same name the last one
 * counts: in a map, the one whose key sorts last. Undefined if the value does not have the form that `parts` describes.
 */
export function partsIn(
  value: JsonValue | undefined,
  parts: ScopedParts,
): ReadonlyMap<string, Part> | undefined {
  if (value === undefined) return undefined;
  if (isArray(value)) return partsOfItems(value, parts);
  if (parts.key === undefined) return new Map([["", { value, path: [] }]]);
  return isObject(value) ? partsOfMap(value, parts.isKeyInside ? parts.key : undefined) : undefined;
}

/** The values of a map by name: the text in a value's member `inside`, else (if it is absent) the value's key in the map. */
function partsOfMap(
  map: JsonObject,
  inside: string | undefined,
): ReadonlyMap<string, Part> | undefined {
  const found = new Map<string, Part>();
  for (const key of Object.keys(map).sort(compareText)) {
    const value = member(map, key) ?? null;
    const own = inside !== undefined && isObject(value) ? member(value, inside) : undefined;
    const name = own === undefined ? key : (own ?? "");
    if (typeof name !== "string") return undefined;
    found.set(name, { value, path: [key] });
  }
  return found;
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

/**
 * How many steps of an address that starts at a value lead to a part of that value; undefined for an address without steps. Each
 * address in an item counts as one in the item's part, even if the part is only a member of the item.
 */
export function stepsToPart(
  [first]: readonly AddressStep[],
  { key, inItem }: ScopedParts,
): number | undefined {
  if (first === undefined) return undefined;
  if (first.type !== "key") return 1 + inItem.length;
  return key === undefined ? 0 : 1;
}
