import { equal } from "../../json/equal.ts";
import { isArray, isObject, type JsonObject, type JsonValue, member } from "../../json/value.ts";

type Part = JsonValue | undefined;

/**
 * True where, wherever one value differs from another, it is what is on the table. Undefined is absent. A list of scalars
 * is one value: its items have no place of their own, and half of one list with half of another is neither.
 */
export function isSeen(value: Part, other: Part, table: Part): boolean {
  if (equal(value, other)) return true;
  if (isObject(value) && isObject(other) && isObject(table)) return areSeen(value, other, table);
  if (isArray(value) && isArray(other) && isArray(table)) {
    const isAligned = value.length === other.length && value.length === table.length;
    if (isAligned && value.every(isContainer))
      return value.every((item, index) => isSeen(item, other[index], table[index]));
  }
  return equal(value, table);
}

function areSeen(value: JsonObject, other: JsonObject, table: JsonObject): boolean {
  const keys = new Set([...Object.keys(value), ...Object.keys(other)]);
  return [...keys].every((key) =>
    isSeen(member(value, key), member(other, key), member(table, key)),
  );
}

function isContainer(value: JsonValue): boolean {
  return isObject(value) || isArray(value);
}
