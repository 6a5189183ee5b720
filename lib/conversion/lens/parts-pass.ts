import {
  assign,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { isLate, noteUnread, type One, type Run, unreadable } from "./codec.ts";
import { pathOf, putBelow } from "./told.ts";

/** An inner pass on every item of a list: as many, in order; the very list where no item changes. */
export function itemsPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (list, run) => {
    if (!isArray(list)) return unreadable;
    let images: JsonValue[] | undefined;
    for (const [index, item] of list.entries()) {
      const told = run.unread.length;
      const image = item === null ? null : inner(item, run);
      if (run.fault !== undefined || run.unread.length > told) {
        putBelow(`[${index}]`, told, run);
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

/** An inner pass on every value of a map; what cannot be read is left out. */
export function valuesPass(inner: One, stays: (item: JsonValue, run: Run) => boolean): One {
  return (map, run) => {
    if (!isObject(map)) return unreadable;
    const images: MutableJsonObject = {};
    const keys = Object.keys(map);
    if (isLate(run, keys.length)) return unreadable;
    for (const key of keys) {
      const value = map[key] ?? null;
      const told = run.unread.length;
      const image = value === null ? null : inner(value, run);
      if (run.fault !== undefined || run.unread.length > told) {
        putBelow(pathOf([key]), told, run);
        if (run.fault !== undefined) return unreadable;
      }
      if (image !== unreadable && image !== undefined) assign(images, key, image);
      else if (stays(value, run)) assign(images, key, value);
      else {
        run.residual = true;
        noteUnread(pathOf([key]), run);
      }
    }
    return images;
  };
}
