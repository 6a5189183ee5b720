import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";
import { stringify } from "../../json/write.ts";
import type { FieldError } from "../field-error/field-error.ts";
import { pathOfFault, pathOfField } from "./path-of-field.ts";
import type { FaultPath, ListKeys } from "./validators.ts";

type EveryFault = (object: JsonObject) => readonly FieldError[];

/**
 * Returns a function that finds new faults: the places of faults that `completed` has and `base` does not have. `completed`
 * is `base` with preserved values applied. A fault of an item that only moved to another index is not new.
 */
export function faultsBeyond(
  base: JsonObject,
  listKeys: ListKeys,
  everyFault: EveryFault,
): (completed: JsonObject) => readonly FaultPath[] {
  const search = { everyFault, listKeys, numbers: numbersOfItems() };
  let known: readonly PlacedFault[] | undefined;
  return (completed) => {
    const faults = faultsIn(completed, search);
    if (faults.length === 0) return [];
    known ??= faultsIn(base, search);
    return newFaults(faults, known).map(({ path }) => path);
  };
}

/**
 * A fault with two texts by which faults are compared. In `atPath` list items are named by index, in `ofItem` by their
 * keys. Both texts include type and detail.
 */
interface PlacedFault {
  readonly path: FaultPath;
  readonly atPath: string;
  readonly ofItem: string;
}

interface NewFaultSearch {
  readonly everyFault: EveryFault;
  readonly listKeys: ListKeys;
  readonly numbers: (item: JsonValue) => number;
}

/**
 * Returns a function that numbers list items; equal items get the same number. Each item is converted to text only
 * once, even if it has several faults.
 */
function numbersOfItems(): NewFaultSearch["numbers"] {
  const byText = new Map<string, number>();
  const byItem = new Map<JsonValue, number>();
  return (item) => {
    const known = byItem.get(item);
    if (known !== undefined) return known;
    const text = stringify(item);
    const number = byText.get(text) ?? byText.size;
    byText.set(text, number);
    byItem.set(item, number);
    return number;
  };
}

function faultsIn(object: JsonObject, search: NewFaultSearch): readonly PlacedFault[] {
  const { everyFault } = search;
  const faults = everyFault(object).map(({ type, field, detail }): PlacedFault => {
    const steps = pathOfField(object, field);
    const atPath = `${type} ${field} ${detail}`;
    // The detail may repeat the path with its indices, which must not make a difference.
    const items = steps && itemsAlong(object, steps, search);
    const ofItem = items && `${type} ${items} ${detail.replaceAll(field, "")}`;
    return { path: pathOfFault(object, field), atPath, ofItem: ofItem ?? atPath };
  });
  return [...new Map(faults.map((fault) => [fault.atPath, fault])).values()];
}

/** The text of a path in which each list item is named by its keys or, if it has no keys, by its number. */
function itemsAlong(
  object: JsonObject,
  path: FaultPath,
  { listKeys, numbers }: NewFaultSearch,
): string {
  let at: JsonValue | undefined = object;
  let list = listKeys;
  const texts = path.map((step) => {
    if (typeof step === "string") {
      at = isObject(at) ? member(at, step) : undefined;
      list = list.member(step);
      return `.${step}`;
    }
    const item: JsonValue | undefined = isArray(at) ? at[step] : undefined;
    const { keys } = list;
    at = item;
    list = list.item();
    const key = item && itemKeyValues(item, keys);
    return item === undefined ? `[${step}]` : `[${key ? stringify(key) : `#${numbers(item)}`}]`;
  });
  return texts.join("");
}

/**
 * The faults that do not match a known fault, first by item and then by path. Each known fault matches only one fault.
 */
function newFaults(
  faults: readonly PlacedFault[],
  known: readonly PlacedFault[],
): readonly PlacedFault[] {
  const byItem = Map.groupBy(known, ({ ofItem }) => ofItem);
  const paths = new Set(known.map(({ atPath }) => atPath));
  const others = faults.filter(({ ofItem }) => {
    const same = byItem.get(ofItem)?.shift();
    if (same !== undefined) paths.delete(same.atPath);
    return same === undefined;
  });
  return others.filter(({ atPath }) => !paths.delete(atPath));
}

/** The values of an item's keys; undefined if the item lacks one of the keys. */
function itemKeyValues(
  item: JsonValue,
  keys: readonly string[] | undefined,
): JsonArray | undefined {
  const own = isObject(item) ? keys?.flatMap((key) => member(item, key) ?? []) : undefined;
  return own?.length === keys?.length ? own : undefined;
}
