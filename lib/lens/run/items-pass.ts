import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { isLate, noteUnread, type One, type Run, unreadable } from "../ops/codec.ts";
import { hasNoted, pathOf, putBelow } from "../ops/noted-paths.ts";

/** Applies an inner pass to each item of a list; the result is the list itself where no item changes. */
export function itemsPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (list, run) => {
    if (!isArray(list)) return unreadable;
    let images: JsonValue[] | undefined;
    for (const [index, item] of list.entries()) {
      const unread = run.unread.length;
      const rounded = run.rounded.length;
      const image = item === null ? null : inner(item, run);
      if (hasNoted(run, unread, rounded)) {
        putBelow(`[${index}]`, { unread, rounded }, run);
        if (run.fault !== undefined) return unreadable;
      }
      const isUnread = image === unreadable || image === undefined;
      if (isUnread && !stays(item, run)) return unreadable;
      const left = isUnread ? item : image;
      if (left !== item) images ??= list.slice(0, index);
      images?.push(left);
    }
    return images ?? list;
  };
}

/** Applies an inner pass to each value of a map; a value that cannot be parsed is left out unless it may stay. */
export function valuesPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (map, run) => {
    if (!isObject(map)) return unreadable;
    const images: MutableJsonObject = {};
    const keys = Object.keys(map);
    if (isLate(run, keys.length)) return unreadable;
    for (const key of keys) {
      const value = map[key];
      if (value === undefined) continue;
      const unread = run.unread.length;
      const rounded = run.rounded.length;
      const image = value === null ? null : inner(value, run);
      if (hasNoted(run, unread, rounded)) {
        putBelow(pathOf([key]), { unread, rounded }, run);
        if (run.fault !== undefined) return unreadable;
      }
      if (image !== unreadable && image !== undefined) assign(images, key, image);
      else if (stays(value, run)) assign(images, key, value);
      else {
        run.isInexact = true;
        noteUnread(pathOf([key]), run);
      }
    }
    return images;
  };
}
