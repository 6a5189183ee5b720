import {
  assign,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
  member,
} from "../../json/value.ts";
import { itemsByKey, keyOf, stepKey } from "../place/address.ts";
import type { Shape } from "../place/shape.ts";
import type { ObjectPlace } from "../place/trail.ts";
import { alignPrints } from "./align.ts";
import { type EntryNode, emptyNode, type KeptEntry, textsOf } from "./entry-tree.ts";
import { print } from "./print.ts";

/**
 * Puts entries into what comes back without them. All addresses are looked up in the value as it is given; an entry
 * whose home is gone counts for nothing. The value itself is not changed.
 */
export function restore(base: JsonObject, entries: EntryNode, shape: Shape): JsonObject {
  return restoreMap(base, entries, {
    shape,
    depth: 0,
    above: undefined,
    step: "",
    reached: undefined,
  });
}

/** The same, with where in the result each entry counts: those whose home is gone count nowhere. */
export function restoreTracked(
  base: JsonObject,
  entries: EntryNode,
  shape: Shape,
): { readonly object: JsonObject; readonly places: ReadonlyMap<KeptEntry, ObjectPlace> } {
  const reached = new Map<KeptEntry, Place>();
  const root = { shape, depth: 0, above: undefined, step: "", reached };
  const object = restoreMap(base, entries, root);
  return { object, places: new Map([...reached].map(([kept, place]) => [kept, placeOf(place)])) };
}

interface Place {
  readonly shape: Shape;
  /** Steps above. */
  readonly depth: number;
  readonly above: Place | undefined;
  /** What leads here; of an item of a keyed list known once all of them are in order. */
  step: string | number;
  readonly reached: Map<KeptEntry, Place> | undefined;
}

function placeOf(place: Place): ObjectPlace {
  const steps: (string | number)[] = [];
  for (let at = place; at.above !== undefined; at = at.above) steps.push(at.step);
  return steps.reverse();
}

function placeBelow(above: Place, step: string | number, shape: Shape): Place {
  return { shape, depth: above.depth + 1, above, step, reached: above.reached };
}

function restoreValue(
  value: JsonValue | undefined,
  node: EntryNode,
  place: Place,
): JsonValue | undefined {
  const set = node.value === undefined ? value : replaced(value, node.value.entry);
  if (node.value !== undefined) place.reached?.set(node.value, place);
  if (node.children.size === 0 && node.order === undefined) return set;
  if (isObject(set)) return restoreMap(set, node, place);
  if (isArray(set)) return restoreList(set, node, place);
  if (set !== undefined) return set;
  const made = restoreMap({}, makeable(node, place.depth), place);
  return Object.keys(made).length === 0 ? undefined : made;
}

/** An entry in place of a value; `{}` is no news where a map is now. */
function replaced(value: JsonValue | undefined, entry: JsonArray): JsonValue | undefined {
  const [kept] = entry;
  if (kept === undefined) return undefined;
  const isNoNews = isObject(kept) && Object.keys(kept).length === 0 && isObject(value);
  return isNoNews ? value : kept;
}

/** The entries below a place that is not there whose home lies above it: those may make it. */
function makeable(node: EntryNode, depth: number): EntryNode {
  const children = [...node.children].flatMap(([key, { step, node: child }]) => {
    if (step.type !== "key") return [];
    const inner = makeable(child, depth);
    const value =
      child.value !== undefined && child.value.address.home < depth ? child.value : undefined;
    if (value === undefined && inner.children.size === 0) return [];
    return [[key, { step, node: { ...inner, value } }] as const];
  });
  return { ...emptyNode(), children: new Map(children) };
}

function restoreMap(map: JsonObject, node: EntryNode, place: Place): JsonObject {
  if (node.children.size === 0) return map;
  const result: MutableJsonObject = { ...map };
  for (const { step, node: child } of node.children.values()) {
    if (step.type !== "key") continue;
    const inner = placeBelow(place, step.key, place.shape.member(step.key));
    const value = restoreValue(member(map, step.key), child, inner);
    if (value === undefined) delete result[step.key];
    else assign(result, step.key, value);
  }
  return result;
}

function restoreList(list: JsonArray, node: EntryNode, place: Place): JsonArray {
  const { keys } = place.shape;
  const hasItems = [...node.children.values()].some(({ step }) => step.type === "item");
  if (keys !== undefined && (hasItems || node.order !== undefined)) {
    return restoreKeyed(list, node, place, keys);
  }
  return node.prints === undefined ? list : restoreAligned(list, node, place, node.prints);
}

function restoreAligned(
  list: JsonArray,
  node: EntryNode,
  place: Place,
  prints: KeptEntry,
): JsonArray {
  const today = alignedNow(list, prints, place.shape);
  const result = [...list];
  const shape = place.shape.item();
  for (const { step, node: child } of node.children.values()) {
    const at = step.type === "index" ? today[step.index] : undefined;
    if (at === undefined) continue;
    const value = restoreValue(list[at], child, placeBelow(place, at, shape));
    if (value !== undefined) result[at] = value;
  }
  return result;
}

interface Alignment {
  readonly list: JsonArray;
  readonly today: ReturnType<typeof alignPrints>;
}

/** The last alignment of each entry: one and the same is asked for whenever a set of entries is tried. */
const alignments = new WeakMap<KeptEntry, Alignment>();

function alignedNow(list: JsonArray, prints: KeptEntry, shape: Shape): Alignment["today"] {
  const known = alignments.get(prints);
  if (known?.list === list) return known.today;
  const today = alignPrints(textsOf(prints.entry), list.map(print), shape.alignsExactly);
  alignments.set(prints, { list, today });
  return today;
}

function restoreKeyed(
  list: JsonArray,
  node: EntryNode,
  place: Place,
  keys: readonly string[],
): JsonArray {
  const known = itemsByKey(list, keys);
  if (known === undefined) return list;
  const shape = place.shape.item();
  const items = new Map<string, JsonValue>();
  const inners = new Map<string, Place>();
  for (const [text, { index }] of known) {
    const child = node.children.get(text);
    const own = list[index];
    const inner = placeBelow(place, index, shape);
    const value = child === undefined ? own : restoreValue(own, child.node, inner);
    inners.set(text, inner);
    if (value !== undefined) items.set(text, value);
  }
  const added = new Set<string>();
  for (const [text, { step, node: child }] of node.children) {
    if (known.has(text) || step.type !== "item") continue;
    const [value] = child.value?.entry ?? [];
    const match = value === undefined ? undefined : keyOf(value, keys);
    if (value === undefined || match === undefined) continue;
    if (stepKey({ type: "item", match, nth: step.nth }) !== text) continue;
    items.set(text, value);
    added.add(text);
    if (child.value === undefined) continue;
    const inner = placeBelow(place, 0, shape);
    inners.set(text, inner);
    place.reached?.set(child.value, inner);
  }
  const order = node.order === undefined ? [] : textsOf(node.order.entry);
  if (node.order !== undefined) place.reached?.set(node.order, place);
  const texts =
    node.order?.placesRestoredOnly === true
      ? withRestoredPlaced(items, added, order)
      : inStoredOrder(items, order);
  for (const [index, text] of texts.entries()) {
    const inner = inners.get(text);
    if (inner !== undefined) inner.step = index;
  }
  return texts.flatMap((text) => items.get(text) ?? []);
}

function inStoredOrder(
  items: ReadonlyMap<string, JsonValue>,
  order: readonly string[],
): readonly string[] {
  const first = [...new Set(order)].filter((text) => items.has(text));
  const isFirst = new Set(first);
  const rest = [...items.keys()].filter((text) => !isFirst.has(text));
  return [...first, ...rest];
}

/** The items of today in their order, and each restored one after the item that it followed. */
function withRestoredPlaced(
  items: ReadonlyMap<string, JsonValue>,
  added: ReadonlySet<string>,
  order: readonly string[],
): readonly string[] {
  const ordered = new Set(order);
  const today = [...items.keys()].filter((text) => !added.has(text));
  const unordered = [...added].filter((text) => !ordered.has(text));
  const present = new Set(today);
  const followers = new Map<string | undefined, string[]>();
  let predecessor: string | undefined;
  for (const text of ordered) {
    if (present.has(text)) predecessor = text;
    else if (added.has(text)) {
      const known = followers.get(predecessor);
      if (known === undefined) followers.set(predecessor, [text]);
      else known.push(text);
    }
  }
  const after = (text: string | undefined): readonly string[] => followers.get(text) ?? [];
  const texts = [...after(undefined), ...today.flatMap((text) => [text, ...after(text)])];
  return [...texts, ...unordered];
}
