import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonArray, type JsonValue, member } from "../../json/value.ts";
import { keyOfItem } from "./addressed-value.ts";
import type { KeySchema } from "./key-schema.ts";
import { type LinkedPath, type ObjectPath, objectPathOf } from "./object-path.ts";

/**
 * The paths at which two values differ. Maps, and lists of equal length, are compared member by member; any other difference is
 * one of the whole value. With a key schema, so is a difference between the keys of a list's items.
 */
export function changedPaths(
  before: JsonValue | undefined,
  now: JsonValue | undefined,
  keySchema?: KeySchema,
  above: LinkedPath = undefined,
): readonly ObjectPath[] {
  if (before === now || (before !== undefined && now !== undefined && equal(before, now)))
    return [];
  if (isObject(before) && isObject(now)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...keys].flatMap((key) =>
      changedPaths(member(before, key), member(now, key), keySchema?.member(key), {
        above,
        step: key,
      }),
    );
  }
  if (isArray(before) && isArray(now) && haveSameItems(before, now, keySchema?.keys)) {
    const items = keySchema?.item();
    return now.flatMap((item, index) =>
      changedPaths(before[index], item, items, { above, step: index }),
    );
  }
  return [objectPathOf(above)];
}

function haveSameItems(before: JsonArray, now: JsonArray, keys: KeySchema["keys"]): boolean {
  if (before.length !== now.length) return false;
  const keyAt = (list: JsonArray, index: number): JsonValue | undefined =>
    keyOfItem(list[index] ?? null, keys ?? []);
  return keys === undefined || now.every((_, at) => equal(keyAt(before, at), keyAt(now, at)));
}
