import { compareText } from "../../../go/text-order.ts";
import { assertDefined } from "../../../json/invariant.ts";
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
import {
  type ConversionRun,
  type ConvertValue,
  exceedsDeadline,
  unparsable,
  type ValueCodec,
} from "../codec.ts";
import { convertPart } from "../convert-part.ts";
import { identityCodec } from "../identity.ts";

/** The parameters of {@link keyedCodec}. `inner` converts the map's values to the items without their key. */
interface Keyed extends Pick<KeyedRule, "key" | "value" | "inside"> {
  readonly inner?: ValueCodec;
}

/**
 * Converts a map to the list of its entries, sorted by key, with the key as the first member: `{a: {x: 1}}` becomes `[{name: a,
 * x: 1}]`, or with `value` `[{name: a, value: {x: 1}}]`. Back, the last of several equal keys counts, and an item that lacks the
 * member named by `value` is skipped.
 *
 * Without `value`, a map cannot be parsed if one of its values is not a map or has a member named as the key. A list cannot be
 * parsed if an item is not a map or its key is not a string.
 *
 * With `inside` the map's values have the key too: `{a: {name: a, x: 1}}`. The key in a value counts, not the map's key; of
 * several values with the same key, the last. An item without a key has the key "". Lossy: the list's order, repeated keys,
 * further members of an item with `value`, and with `inside` whether a value had its key.
 */
export function keyedCodec(keyed: Keyed): ValueCodec {
  const inner = keyed.inner ?? identityCodec;
  if (keyed.inside === true) return insideCodec(keyed.key, inner);
  const shape =
    keyed.value === undefined ? spreadItem(keyed.key) : pairItem(keyed.key, keyed.value);
  return {
    forward: mapToList(shape, inner.forward),
    backward: listToMap(keyed.key, shape, inner.backward, false),
    exactForward: inner.exactForward,
    exactBackward: false,
  };
}

/** How an item holds its key and its content. */
interface ItemForm {
  /** An item with a name and content; undefined if the content can't be part of an item. */
  item(name: string, content: JsonValue): JsonObject | undefined;
  /** The content of an item; undefined if it has none. */
  content(item: JsonObject): JsonValue | undefined;
  /** True for a value that the map can hold. */
  allows(value: JsonValue): boolean;
}

function spreadItem(key: string): ItemForm {
  return {
    item: (name, content) =>
      isObject(content) && !Object.hasOwn(content, key) ? { [key]: name, ...content } : undefined,
    content: ({ [key]: _, ...content }) => content,
    allows: (value) => value !== null,
  };
}

function pairItem(key: string, value: string): ItemForm {
  return {
    item: (name, content) => ({ [key]: name, [value]: content }),
    content: (item) => member(item, value),
    allows: () => true,
  };
}

/** The codec for `inside: true`. Both directions read the key from the values and items, so that they agree. */
function insideCodec(key: string, inner: ValueCodec): ValueCodec {
  const shape: ItemForm = {
    item: (name, content) => {
      if (!isObject(content)) return undefined;
      return name === "" || Object.hasOwn(content, key) ? content : { [key]: name, ...content };
    },
    content: (item) => item,
    allows: isObject,
  };
  const forward = mapToList(shape, inner.forward);
  return {
    forward: (value, run) => {
      const items = forward(value, run);
      return items === unparsable || !isArray(items) ? unparsable : lastOfEach(items, key);
    },
    backward: listToMap(key, shape, inner.backward, true),
    exactForward: false,
    exactBackward: false,
  };
}

/** The last item for each key, sorted by key. */
function lastOfEach(
  items: readonly JsonValue[],
  key: string,
): readonly JsonValue[] | typeof unparsable {
  const byName = new Map<string, JsonValue>();
  for (const item of items) {
    const name = stringMember(item, key);
    if (name === undefined) return unparsable;
    byName.set(name, item);
  }
  const names = [...byName.keys()].sort(compareText);
  return names.map((name) => assertDefined(byName.get(name), "the name is a key of the map"));
}

/** The key of an item: "" if it has none, undefined if it is not a string. */
function stringMember(item: JsonValue, key: string): string | undefined {
  const name = isObject(item) ? (member(item, key) ?? "") : undefined;
  return typeof name === "string" ? name : undefined;
}

function mapToList(shape: ItemForm, forward: ConvertValue): ConvertValue {
  return (value, run) => {
    if (!isObject(value)) return unparsable;
    const names = Object.keys(value);
    if (exceedsDeadline(run, names.length)) return unparsable;
    const items: JsonObject[] = [];
    for (const name of names.sort(compareText)) {
      const content = convertPart(forward, member(value, name) ?? null, keyText(name), run);
      if (content === unparsable || content === undefined) return unparsable;
      const item = shape.item(name, content);
      if (item === undefined) return unparsable;
      items.push(item);
    }
    return items;
  };
}

function listToMap(
  key: string,
  shape: ItemForm,
  backward: ConvertValue,
  mayLackKey: boolean,
): ConvertValue {
  const valueIn = (item: JsonObject, place: string, run: ConversionRun) => {
    const content = shape.content(item);
    return content === undefined ? undefined : convertPart(backward, content, place, run);
  };
  return (list, run) => {
    if (!isArray(list) || exceedsDeadline(run, list.length)) return unparsable;
    const map: MutableJsonObject = {};
    for (const [index, item] of list.entries()) {
      const name = stringMember(item, key);
      if (!isObject(item) || name === undefined) return unparsable;
      if (!mayLackKey && !Object.hasOwn(item, key)) return unparsable;
      const value = valueIn(item, `[${index}]`, run);
      if (value === undefined) continue;
      if (value === unparsable || !shape.allows(value)) return unparsable;
      assign(map, name, value);
    }
    return map;
  };
}
