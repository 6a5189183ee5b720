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
import { stepKey } from "../place/address.ts";
import { itemsByKey, keyOfItem } from "../place/addressed-value.ts";
import type { KeySchema } from "../place/key-schema.ts";
import type { ObjectPath } from "../place/object-path.ts";
import { alignFingerprints, notConvertedFingerprint } from "./align-fingerprints.ts";
import { type AddressedEntry, type EntryNode, emptyNode, textsOf } from "./entry-tree.ts";
import { fingerprint } from "./fingerprint.ts";
import { inStoredOrder, withInsertedItems, withRestoredItems } from "./item-order.ts";

/** An image, that is, what the rules make of an object. Preserved values are applied to it. */
export interface ImageWithDefaults {
  readonly image: JsonObject;
  /** The image of the object with the server's defaults; `image` if there are none. Fingerprints are compared with its items. */
  readonly defaulted: JsonObject;
}

/**
 * A copy of an image with preserved values applied. All addresses are resolved in the given image; an entry is ignored if one of
 * its required steps does not exist.
 */
export function restore(
  { image, defaulted }: ImageWithDefaults,
  entries: EntryNode,
  keySchema: KeySchema,
): JsonObject {
  return restoreMap({ own: image, defaulted }, entries, {
    keySchema,
    depth: 0,
    above: undefined,
    step: "",
    reached: undefined,
  });
}

/** Like {@link restore}, and also returns the path of each applied entry in the result. */
export function restoreWithPaths(
  { image, defaulted }: ImageWithDefaults,
  entries: EntryNode,
  keySchema: KeySchema,
): { readonly object: JsonObject; readonly paths: ReadonlyMap<AddressedEntry, ObjectPath> } {
  const reached = new Map<AddressedEntry, EntryPosition>();
  const root = { keySchema, depth: 0, above: undefined, step: "", reached };
  const object = restoreMap({ own: image, defaulted }, entries, root);
  return {
    object,
    paths: new Map([...reached].map(([preserved, position]) => [preserved, pathTo(position)])),
  };
}

/** A value of the image, with the corresponding value of the image with defaults. Undefined means absent. */
interface ImageValue<T extends JsonValue | undefined> {
  /** The value in the image without defaults. */
  readonly own: T;
  /** The corresponding value in the image with defaults. */
  readonly defaulted: JsonValue | undefined;
}

interface EntryPosition {
  readonly keySchema: KeySchema;
  /** The number of steps above. */
  readonly depth: number;
  readonly above: EntryPosition | undefined;
  /** The last step of the path. For an item of a list it is set once the items are in order. */
  step: string | number;
  /** Collects the positions of applied entries; undefined if they are not needed. */
  readonly reached: Map<AddressedEntry, EntryPosition> | undefined;
}

function pathTo(position: EntryPosition): ObjectPath {
  const steps: (string | number)[] = [];
  for (let at = position; at.above !== undefined; at = at.above) steps.push(at.step);
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
  value: ImageValue<JsonValue | undefined>,
  node: EntryNode,
  position: EntryPosition,
): JsonValue | undefined {
  const own = node.value === undefined ? value.own : replacedByEntry(value.own, node.value.entry);
  const defaulted = own === value.own ? value.defaulted : own;
  if (node.value !== undefined) position.reached?.set(node.value, position);
  if (node.children.size === 0 && node.order === undefined) return own;
  if (isObject(own)) return restoreMap({ own, defaulted }, node, position);
  if (isArray(own)) return restoreList({ own, defaulted }, node, position);
  if (own !== undefined) return own;
  if (createsList(node, position.depth)) {
    const list = restoreList({ own: [], defaulted: undefined }, node, position);
    return list.length === 0 ? undefined : list;
  }
  const empty = { own: {}, defaulted: undefined };
  const created = restoreMap(empty, creatableTree(node, position.depth), position);
  return Object.keys(created).length === 0 ? undefined : created;
}

/** A value with an entry applied. A preserved `{}` does not replace a map. */
function replacedByEntry(value: JsonValue | undefined, entry: JsonArray): JsonValue | undefined {
  const [preserved] = entry;
  if (preserved === undefined) return undefined;
  const isSameMap = isObject(preserved) && Object.keys(preserved).length === 0 && isObject(value);
  return isSameMap ? value : preserved;
}

/** True if there are entries of list items that are restored even if their list is absent. */
function createsList({ children }: EntryNode, depth: number): boolean {
  return [...children.values()].some(
    ({ step, node: { value } }) =>
      step.type !== "key" && value !== undefined && value.address.requiredSteps < depth,
  );
}

/** The entries below an absent value that may create it: those whose required steps are all above it. */
function creatableTree(node: EntryNode, depth: number): EntryNode {
  const children = [...node.children].flatMap(([key, { step, node: child }]) => {
    if (step.type !== "key") return [];
    const inner = creatableTree(child, depth);
    const value =
      child.value !== undefined && child.value.address.requiredSteps < depth
        ? child.value
        : undefined;
    if (value === undefined && inner.children.size === 0) return [];
    return [[key, { step, node: { ...inner, value } }] as const];
  });
  return { ...emptyNode(), children: new Map(children) };
}

function restoreMap(
  { own, defaulted }: ImageValue<JsonObject>,
  node: EntryNode,
  position: EntryPosition,
): JsonObject {
  if (node.children.size === 0) return own;
  const result: MutableJsonObject = { ...own };
  for (const { step, node: child } of node.children.values()) {
    if (step.type !== "key") continue;
    const inner = positionBelow(position, step.key, position.keySchema.member(step.key));
    const before = { own: member(own, step.key), defaulted: memberOf(defaulted, step.key) };
    const value = restoreValue(before, child, inner);
    if (value === undefined) delete result[step.key];
    else assign(result, step.key, value);
  }
  return result;
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) ? member(value, key) : undefined;
}

function restoreList(
  list: ImageValue<JsonArray>,
  node: EntryNode,
  position: EntryPosition,
): JsonArray {
  const { keys } = position.keySchema;
  const hasItems = [...node.children.values()].some(({ step }) => step.type === "item");
  if (keys !== undefined && (hasItems || node.order !== undefined)) {
    return restoreKeyed(list, node, position, keys);
  }
  return node.fingerprints === undefined
    ? list.own
    : restoreAligned(list, node, position, node.fingerprints);
}

/** The items with defaults, if they correspond to those of the list; else the list's own items. */
function defaultedItems({ own, defaulted }: ImageValue<JsonArray>): JsonArray {
  return isArray(defaulted) && defaulted.length === own.length ? defaulted : own;
}

function restoreAligned(
  list: ImageValue<JsonArray>,
  node: EntryNode,
  position: EntryPosition,
  fingerprints: AddressedEntry,
): JsonArray {
  const items = defaultedItems(list);
  const current = currentAlignment(items, fingerprints, position.keySchema);
  const texts = textsOf(fingerprints.entry);
  const result = list.own.map((value): RestoredItem => ({ value, inner: undefined }));
  const inserted: { index: number; item: RestoredItem }[] = [];
  const keySchema = position.keySchema.item();
  for (const { step, node: child } of node.children.values()) {
    if (step.type !== "index") continue;
    const { index } = step;
    const at = current[index];
    if (at === undefined && texts[index] !== notConvertedFingerprint) continue;
    const before = at === undefined ? absentValue : { own: list.own[at], defaulted: items[at] };
    const inner = positionBelow(position, 0, keySchema);
    const value = restoreValue(before, child, inner);
    if (value === undefined) continue;
    if (at === undefined) inserted.push({ index, item: { value, inner } });
    else result[at] = { value, inner };
  }
  return indexedValues(withInsertedItems(result, inserted, current));
}

const absentValue = { own: undefined, defaulted: undefined };

interface RestoredItem {
  readonly value: JsonValue;
  /** The item's position, if entries were applied to it. */
  readonly inner: EntryPosition | undefined;
}

/** The values of items. The position of each item gets its index in the list. */
function indexedValues(items: readonly RestoredItem[]): JsonArray {
  return items.map(({ value, inner }, index) => {
    if (inner !== undefined) inner.step = index;
    return value;
  });
}

interface Alignment {
  readonly list: JsonArray;
  readonly current: ReturnType<typeof alignFingerprints>;
}

/** The last alignment for each entry: every trial of a set of entries needs the same one. */
const alignments = new WeakMap<AddressedEntry, Alignment>();

function currentAlignment(
  list: JsonArray,
  fingerprints: AddressedEntry,
  keySchema: KeySchema,
): Alignment["current"] {
  const known = alignments.get(fingerprints);
  if (known?.list === list) return known.current;
  const current = alignFingerprints(
    textsOf(fingerprints.entry),
    list.map(fingerprint),
    keySchema.alignsExactly,
  );
  alignments.set(fingerprints, { list, current });
  return current;
}

function restoreKeyed(
  list: ImageValue<JsonArray>,
  node: EntryNode,
  position: EntryPosition,
  keys: readonly string[],
): JsonArray {
  const known = itemsByKey(list.own, keys);
  const texts = new Map([...known].map(([text, { index }]) => [index, text]));
  const defaulted = defaultedItems(list);
  const keySchema = position.keySchema.item();
  const items = new Map<string, RestoredItem>();
  for (const [index, own] of list.own.entries()) {
    // An item without a key stays unchanged: no entry has its address.
    const text = texts.get(index) ?? `#${index}`;
    const child = node.children.get(text);
    const before = { own, defaulted: defaulted[index] };
    const inner = positionBelow(position, index, keySchema);
    const isOwn = child === undefined || isUnconverted(child.node, position.keySchema);
    const value = isOwn ? before.own : restoreValue(before, child.node, inner);
    if (value !== undefined) items.set(text, { value, inner });
  }
  const added = new Set<string>();
  for (const [text, { step, node: child }] of [...node.children].sort(byText)) {
    if (step.type !== "item") continue;
    const isKnown = known.has(text);
    if (isKnown && !isUnconverted(child, position.keySchema)) continue;
    const value = child.value?.entry[0];
    const match = value === undefined ? undefined : keyOfItem(value, keys);
    if (child.value === undefined || value === undefined || match === undefined) continue;
    if (stepKey({ type: "item", match, nth: step.nth }) !== text) continue;
    const inner = positionBelow(position, 0, keySchema);
    const name = isKnown ? `${text} preserved` : text;
    items.set(name, { value, inner });
    added.add(name);
    position.reached?.set(child.value, inner);
  }
  const order = node.order === undefined ? [] : textsOf(node.order.entry);
  if (node.order !== undefined) position.reached?.set(node.order, position);
  const ordered =
    node.order?.ordersOnlyRestored === true
      ? withRestoredItems(items, added, order)
      : inStoredOrder(items, order);
  return indexedValues(ordered.flatMap((text) => items.get(text) ?? []));
}

/** Sorts entries by their step, since sorting by address gives another order if some addresses have a `?`. */
function byText([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** True for an entry of an item that is not converted: it is restored even if another item has its key now. */
function isUnconverted({ value }: EntryNode, { selects: takes }: KeySchema): boolean {
  const item = value?.entry[0];
  return item !== undefined && takes?.(item) === false;
}
