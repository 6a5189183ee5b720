import { compareText } from "../../../go/text-order.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../../json/value.ts";
import { keyText } from "../../language/path.ts";
import type { KeyedRule } from "../../language/rule.ts";
import { isLate, type One, type OneCodec, type Run, unreadable } from "../codec.ts";
import { identityCodec } from "../identity.ts";
import { inside } from "../inside.ts";

/** The parameters of keyed; the inner op goes from the map's values to the items less their key. */
export interface Keyed extends Pick<KeyedRule, "key" | "value"> {
  readonly inner?: OneCodec;
}

/**
 * A map as the list of its entries, sorted by key, the key first in each item: `{a: {x: 1}}` as `[{name: a, x: 1}]`, or
 * with `value` as `[{name: a, value: {x: 1}}]`. Back, the last of equal keys counts, and an item without the value's
 * member is passed over.
 *
 * Without `value`, values that are no map or have a member of the key's name make the map unreadable; so do, in a list,
 * items that are no map or whose key is no string.
 * Lossy: the list's order, repeats, and with `value` an item's further members.
 */
export function keyedCodec(keyed: Keyed): OneCodec {
  const inner = keyed.inner ?? identityCodec;
  const shape =
    keyed.value === undefined ? spreadItem(keyed.key) : pairItem(keyed.key, keyed.value);
  return {
    forward: listed(shape, inner.forward),
    backward: mapped(keyed.key, shape, inner.backward),
    exactForward: inner.exactForward,
    exactBackward: false,
  };
}

/** How an item holds its content beside its key. */
interface ItemShape {
  /** Undefined where the content does not go into an item. */
  item(name: string, content: JsonValue): JsonObject | undefined;
  /** Undefined where there is none. */
  content(item: JsonObject): JsonValue | undefined;
  /** Whether a map's value may be so. */
  allows(value: JsonValue): boolean;
}

function spreadItem(key: string): ItemShape {
  return {
    item: (name, content) =>
      isObject(content) && !Object.hasOwn(content, key) ? { [key]: name, ...content } : undefined,
    content: ({ [key]: _, ...content }) => content,
    allows: (value) => value !== null,
  };
}

function pairItem(key: string, value: string): ItemShape {
  return {
    item: (name, content) => ({ [key]: name, [value]: content }),
    content: (item) => member(item, value),
    allows: () => true,
  };
}

function listed(shape: ItemShape, forward: One): One {
  return (value, run) => {
    if (!isObject(value)) return unreadable;
    const names = Object.keys(value);
    if (isLate(run, names.length)) return unreadable;
    const items: JsonObject[] = [];
    for (const name of names.sort(compareText)) {
      const content = inside(forward, member(value, name) ?? null, keyText(name), run);
      if (content === unreadable || content === undefined) return unreadable;
      const item = shape.item(name, content);
      if (item === undefined) return unreadable;
      items.push(item);
    }
    return items;
  };
}

function mapped(key: string, shape: ItemShape, backward: One): One {
  const valueIn = (item: JsonObject, place: string, run: Run) => {
    const content = shape.content(item);
    return content === undefined ? undefined : inside(backward, content, place, run);
  };
  return (list, run) => {
    if (!isArray(list) || isLate(run, list.length)) return unreadable;
    const map: MutableJsonObject = {};
    for (const [index, item] of list.entries()) {
      const name = isObject(item) ? member(item, key) : undefined;
      if (!isObject(item) || typeof name !== "string") return unreadable;
      const value = valueIn(item, `[${index}]`, run);
      if (value === undefined) continue;
      if (value === unreadable || !shape.allows(value)) return unreadable;
      assign(map, name, value);
    }
    return map;
  };
}
