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
import type { KeySchema } from "../place/key-schema.ts";
import type { ObjectPath } from "../place/object-path.ts";
import { alignFingerprints } from "./align.ts";
import { type AddressedEntry, type EntryNode, emptyNode, textsOf } from "./entry-tree.ts";
import { fingerprint } from "./fingerprint.ts";

/**
 * Puts entries into what comes back without them. All addresses are looked up in the value as it is given; an entry
 * whose requiredSteps is gone counts for nothing. The value itself is not changed.
 */
export function restore(base: JsonObject, entries: EntryNode, keySchema: KeySchema): JsonObject {
  return restoreMap(base, entries, {
    keySchema,
    depth: 0,
    above: undefined,
    step: "",
    reached: undefined,
  });
}

/** The same, with where in the result each entry counts: those whose requiredSteps is gone count nowhere. */
export function restoreTracked(
  base: JsonObject,
  entries: EntryNode,
  keySchema: KeySchema,
): { readonly object: JsonObject; readonly places: ReadonlyMap<AddressedEntry, ObjectPath> } {
  const reached = new Map<AddressedEntry, EntryPosition>();
  const root = { keySchema, depth: 0, above: undefined, step: "", reached };
  const object = restoreMap(base, entries, root);
  return { object, places: new Map([...reached].map(([kept, place]) => [kept, pathTo(place)])) };
}

interface EntryPosition {
  readonly keySchema: KeySchema;
  /** Steps above. */
  readonly depth: number;
  readonly above: EntryPosition | undefined;
  /** What leads here; of an item of a keyed list known once all of them are in order. */
  step: string | number;
  readonly reached: Map<AddressedEntry, EntryPosition> | undefined;
}

function pathTo(place: EntryPosition): ObjectPath {
  const steps: (string | number)[] = [];
  for (let at = place; at.above !== undefined; at = at.above) steps.push(at.step);
  return steps.reverse();
}

function positionBelow(
  above: EntryPosition,
  step: string | number,
  keySchema: KeySchema,
): EntryPosition {
  return { keySchema, depth: above.depth + 1, above, step, reached: above.reached };
}

function restoreValue(
  value: JsonValue | undefined,
  node: EntryNode,
  place: EntryPosition,
): JsonValue | undefined {
  const set = node.value === undefined ? value : replaced(value, node.value.entry);
  if (node.value !== undefined) place.reached?.set(node.value, place);
  if (node.children.size === 0 && node.order === undefined) return set;
  if (isObject(set)) return restoreMap(set, node, place);
  if (isArray(set)) return restoreList(set, node, place);
  if (set !== undefined) return set;
  const made = restoreMap({}, creatable(node, place.depth), place);
  return Object.keys(made).length === 0 ? undefined : made;
}

/** An entry in place of a value; `{}` is no news where a map is now. */
function replaced(value: JsonValue | undefined, entry: JsonArray): JsonValue | undefined {
  const [kept] = entry;
  if (kept === undefined) return undefined;
  const isNoNews = isObject(kept) && Object.keys(kept).length === 0 && isObject(value);
  return isNoNews ? value : kept;
}

/** The entries below a place that is not there whose requiredSteps lies above it: those may make it. */
function creatable(node: EntryNode, depth: number): EntryNode {
  const children = [...node.children].flatMap(([key, { step, node: child }]) => {
    if (step.type !== "key") return [];
    const inner = creatable(child, depth);
    const value =
      child.value !== undefined && child.value.address.requiredSteps < depth
        ? child.value
        : undefined;
    if (value === undefined && inner.children.size === 0) return [];
    return [[key, { step, node: { ...inner, value } }] as const];
  });
  return { ...emptyNode(), children: new Map(children) };
}

function restoreMap(map: JsonObject, node: EntryNode, place: EntryPosition): JsonObject {
  if (node.children.size === 0) return map;
  const result: MutableJsonObject = { ...map };
  for (const { step, node: child } of node.children.values()) {
    if (step.type !== "key") continue;
    const inner = positionBelow(place, step.key, place.keySchema.member(step.key));
    const value = restoreValue(member(map, step.key), child, inner);
    if (value === undefined) delete result[step.key];
    else assign(result, step.key, value);
  }
  return result;
}

function restoreList(list: JsonArray, node: EntryNode, place: EntryPosition): JsonArray {
  const { keys } = place.keySchema;
  const hasItems = [...node.children.values()].some(({ step }) => step.type === "item");
  if (keys !== undefined && (hasItems || node.order !== undefined)) {
    return restoreKeyed(list, node, place, keys);
  }
  return node.prints === undefined ? list : restoreAligned(list, node, place, node.prints);
}

function restoreAligned(
  list: JsonArray,
  node: EntryNode,
  place: EntryPosition,
  prints: AddressedEntry,
): JsonArray {
  const today = currentAlignment(list, prints, place.keySchema);
  const result = [...list];
  const keySchema = place.keySchema.item();
  for (const { step, node: child } of node.children.values()) {
    const at = step.type === "index" ? today[step.index] : undefined;
    if (at === undefined) continue;
    const value = restoreValue(list[at], child, positionBelow(place, at, keySchema));
    if (value !== undefined) result[at] = value;
  }
  return result;
}

interface Alignment {
  readonly list: JsonArray;
  readonly today: ReturnType<typeof alignFingerprints>;
}

/** The last alignment of each entry: one and the same is asked for whenever a set of entries is tried. */
const alignments = new WeakMap<AddressedEntry, Alignment>();

function currentAlignment(
  list: JsonArray,
  prints: AddressedEntry,
  keySchema: KeySchema,
): Alignment["today"] {
  const known = alignments.get(prints);
  if (known?.list === list) return known.today;
  const today = alignFingerprints(
    textsOf(prints.entry),
    list.map(fingerprint),
    keySchema.alignsExactly,
  );
  alignments.set(prints, { list, today });
  return today;
}

function restoreKeyed(
  list: JsonArray,
  node: EntryNode,
  place: EntryPosition,
  keys: readonly string[],
): JsonArray {
  const known = itemsByKey(list, keys);
  if (known === undefined) return list;
  const keySchema = place.keySchema.item();
  const items = new Map<string, JsonValue>();
  const inners = new Map<string, EntryPosition>();
  for (const [text, { index }] of known) {
    const child = node.children.get(text);
    const own = list[index];
    const inner = positionBelow(place, index, keySchema);
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
    const inner = positionBelow(place, 0, keySchema);
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
