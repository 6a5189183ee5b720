import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import {
  type ConversionRun,
  type ConvertValue,
  exceedsDeadline,
  noteUnparsable,
  unparsable,
} from "../ops/codec.ts";
import { hasNewNotes, keyPathText, prefixNotedPaths } from "../ops/noted-paths.ts";
import type { ValuePredicate } from "../ops/value-test.ts";

/** How the items of a list or the values of a map are converted in one direction. */
export interface PartsPass {
  readonly inner: ConvertValue;
  /** Tests whether an item that cannot be parsed may be left unchanged. */
  readonly mayStay: (item: JsonValue, run: ConversionRun) => boolean;
  /** True for an item that is converted; undefined if all are. Other items are left out. */
  readonly selects: ValuePredicate | undefined;
  /** True for an image that would be converted back; undefined if all would. An item with another image cannot be parsed. */
  readonly selectsBack: ValuePredicate | undefined;
}

/**
 * Converts each item of a list. If no item changes, the result is the given list. The list cannot be parsed if an item can't be,
 * unless that item may stay.
 */
export function itemsPass({
  inner,
  mayStay,
  selects: takes,
  selectsBack,
}: PartsPass): ConvertValue {
  return (list, run) => {
    if (!isArray(list)) return unparsable;
    let images: JsonValue[] | undefined;
    for (const [index, item] of list.entries()) {
      if (takes?.(item) === false) {
        run.isInexact = true;
        images ??= list.slice(0, index);
        continue;
      }
      const unparsed = run.unparsed.length;
      const rounded = run.rounded.length;
      const image = item === null ? null : inner(item, run);
      if (hasNewNotes(run, unparsed, rounded)) {
        prefixNotedPaths(`[${index}]`, { unparsed, rounded }, run);
        if (run.fault !== undefined) return unparsable;
      }
      const isUnparsable = image === unparsable || image === undefined;
      if (isUnparsable && !mayStay(item, run)) return unparsable;
      const left = isUnparsable ? item : image;
      if (selectsBack?.(left) === false) {
        noteUnparsable(`[${index}]`, run);
        return unparsable;
      }
      if (left !== item) images ??= list.slice(0, index);
      images?.push(left);
    }
    return images ?? list;
  };
}

/** Converts each value of a map. A value that cannot be parsed is left out, unless it may stay. */
export function valuesPass({
  inner,
  mayStay,
  selects: takes,
  selectsBack,
}: PartsPass): ConvertValue {
  return (map, run) => {
    if (!isObject(map)) return unparsable;
    const images: MutableJsonObject = {};
    const keys = Object.keys(map);
    if (exceedsDeadline(run, keys.length)) return unparsable;
    for (const key of keys) {
      const value = map[key];
      if (value === undefined) continue;
      if (takes?.(value) === false) {
        run.isInexact = true;
        continue;
      }
      const unparsed = run.unparsed.length;
      const rounded = run.rounded.length;
      const image = value === null ? null : inner(value, run);
      if (hasNewNotes(run, unparsed, rounded)) {
        prefixNotedPaths(keyPathText([key]), { unparsed, rounded }, run);
        if (run.fault !== undefined) return unparsable;
      }
      const isUnparsable = image === unparsable || image === undefined;
      const left = isUnparsable ? value : image;
      if ((!isUnparsable || mayStay(value, run)) && selectsBack?.(left) !== false)
        assign(images, key, left);
      else {
        run.isInexact = true;
        noteUnparsable(keyPathText([key]), run);
      }
    }
    return images;
  };
}
