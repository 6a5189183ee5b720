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

/** An image that entries are applied to. */
export interface Restorable {
  readonly base: JsonObject;
  /** The image of the object with the server's defaults. Fingerprints are of its items; the same image where all are filled. */
  readonly defaulted: JsonObject;
}

/**
 * A copy of an image with entries applied. All addresses are resolved against the given image; an entry is ignored where one
 * of its required steps does not exist.
 */
export function restore(
  { base, defaulted }: Restorable,
  entries: EntryNode,
  keySchema: KeySchema,
): JsonObject {
  return restoreMap({ own: base, defaulted }, entries, {
    keySchema,
    depth: 0,
    above: undefined,
    step: "",
    reached: undefined,
  });
}

/** The same, with the path of each entry in the result; ignored entries have none. */
export function restoreTracked(
  { base, defaulted }: Restorable,
  entries: EntryNode,
  keySchema: KeySchema,
): { readonly object: JsonObject; readonly paths: ReadonlyMap<AddressedEntry, ObjectPath> } {
  const reached = new Map<AddressedEntry, EntryPosition>();
  const root = { keySchema, depth: 0, above: undefined, step: "", reached };
  const object = restoreMap({ own: base, defaulted }, entries, root);
  return {
    object,
    paths: new Map([...reached].map(([preserved, position]) => [preserved, pathTo(position)])),
  };
}

/** A value of the image and its counterpart; undefined is absent. */
interface Counterparts<T extends JsonValue | undefined> {
  readonly own: T;
  /** Its counterpart in the image with defaults. */
  readonly defaulted: JsonValue | undefined;
}

interface EntryPosition {
  readonly keySchema: KeySchema;
  /** The number of steps above. */
  readonly depth: number;
  readonly above: EntryPosition | undefined;
  /** The last step; for an item of a keyed list set once the items are in order. */
  step: string | number;
  /** Collects the positions of applied entries, where they are wanted. */
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
  value: Counterparts<JsonValue | undefined>,
  node: EntryNode,
  position: EntryPosition,
): JsonValue | undefined {
  const own = node.value === undefined ? value.own : replaced(value.own, node.value.entry);
  const defaulted = own === value.own ? value.defaulted : own;
  if (node.value !== undefined) position.reached?.set(node.value, position);
  if (node.children.size === 0 && node.order === undefined) return own;
  if (isObject(own)) return restoreMap({ own, defaulted }, node, position);
  if (isArray(own)) return restoreList({ own, defaulted }, node, position);
  if (own !== undefined) return own;
  const nothing = { own: {}, defaulted: undefined };
  const created = restoreMap(nothing, creatable(node, position.depth), position);
  return Object.keys(created).length === 0 ? undefined : created;
}

/** A value with an entry applied; a preserved `{}` does not replace a map. */
function replaced(value: JsonValue | undefined, entry: JsonArray): JsonValue | undefined {
  const [preserved] = entry;
  if (preserved === undefined) return undefined;
  const isSameMap = isObject(preserved) && Object.keys(preserved).length === 0 && isObject(value);
  return isSameMap ? value : preserved;
}

/** The entries below an absent value whose required steps all lie above it: these may create it. */
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

function restoreMap(
  { own, defaulted }: Counterparts<JsonObject>,
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
  list: Counterparts<JsonArray>,
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

/** The items with defaults that stand for those of a list. */
function defaultedItems({ own, defaulted }: Counterparts<JsonArray>): JsonArray {
  return isArray(defaulted) && defaulted.length === own.length ? defaulted : own;
}

function restoreAligned(
  list: Counterparts<JsonArray>,
  node: EntryNode,
  position: EntryPosition,
  fingerprints: AddressedEntry,
): JsonArray {
  const items = defaultedItems(list);
  const current = currentAlignment(items, fingerprints, position.keySchema);
  const result = [...list.own];
  const keySchema = position.keySchema.item();
  for (const { step, node: child } of node.children.values()) {
    const at = step.type === "index" ? current[step.index] : undefined;
    if (at === undefined) continue;
    const before = { own: list.own[at], defaulted: items[at] };
    const value = restoreValue(before, child, positionBelow(position, at, keySchema));
    if (value !== undefined) result[at] = value;
  }
  return result;
}

interface Alignment {
  readonly list: JsonArray;
  readonly current: ReturnType<typeof alignFingerprints>;
}

/** The last alignment of each entry: every trial of a set of entries needs the same one. */
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
  list: Counterparts<JsonArray>,
  node: EntryNode,
  position: EntryPosition,
  keys: readonly string[],
): JsonArray {
  const known = itemsByKey(list.own, keys);
  const texts = new Map([...known].map(([text, { index }]) => [index, text]));
  const defaulted = defaultedItems(list);
  const keySchema = position.keySchema.item();
  const items = new Map<string, JsonValue>();
  const inners = new Map<string, EntryPosition>();
  for (const [index, own] of list.own.entries()) {
    // No entry has the address of an item without a key, which stays as it is.
    const text = texts.get(index) ?? `#${index}`;
    const child = node.children.get(text);
    const before = { own, defaulted: defaulted[index] };
    const inner = positionBelow(position, index, keySchema);
    const value = child === undefined ? before.own : restoreValue(before, child.node, inner);
    inners.set(text, inner);
    if (value !== undefined) items.set(text, value);
  }
  const added = new Set<string>();
  for (const [text, { step, node: child }] of node.children) {
    if (known.has(text) || step.type !== "item") continue;
    const value = child.value?.entry[0];
    const match = value === undefined ? undefined : keyOf(value, keys);
    if (value === undefined || match === undefined) continue;
    if (stepKey({ type: "item", match, nth: step.nth }) !== text) continue;
    items.set(text, value);
    added.add(text);
    if (child.value === undefined) continue;
    const inner = positionBelow(position, 0, keySchema);
    inners.set(text, inner);
    position.reached?.set(child.value, inner);
  }
  const order = node.order === undefined ? [] : textsOf(node.order.entry);
  if (node.order !== undefined) position.reached?.set(node.order, position);
  const ordered =
    node.order?.placesRestoredOnly === true
      ? withRestoredPlaced(items, added, order)
      : inStoredOrder(items, order);
  for (const [index, text] of ordered.entries()) {
    const inner = inners.get(text);
    if (inner !== undefined) inner.step = index;
  }
  return ordered.flatMap((text) => items.get(text) ?? []);
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

/** The current items in their order, and each restored item after the one that it followed. */
function withRestoredPlaced(
  items: ReadonlyMap<string, JsonValue>,
  added: ReadonlySet<string>,
  order: readonly string[],
): readonly string[] {
  const ordered = new Set(order);
  const current = [...items.keys()].filter((text) => !added.has(text));
  const unordered = [...added].filter((text) => !ordered.has(text));
  const present = new Set(current);
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
  const texts = [...after(undefined), ...current.flatMap((text) => [text, ...after(text)])];
  return [...texts, ...unordered];
}
