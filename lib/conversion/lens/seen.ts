import { equal } from "../../json/equal.ts";
import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
} from "../../json/value.ts";

type Part = JsonValue | undefined;

/** True for keys from the root at which a map stands that no rule claims: it only holds what others claim. */
export type IsContainer = (keys: readonly string[]) => boolean;

/**
 * True where, wherever one value differs from another, it is what is on the table. Undefined is absent. A list of scalars
 * is one value: its items have no place of their own, and half of one list with half of another is neither. A container
 * that is on the table may be there with less in it.
 */
export function isSeen(value: Part, other: Part, table: Part, isContainer: IsContainer): boolean {
  return isSeenAt({ value, other, table }, { keys: [], isContainer });
}

interface Parts {
  readonly value: Part;
  readonly other: Part;
  readonly table: Part;
}

interface Place {
  /** Undefined within a list. */
  readonly keys: readonly string[] | undefined;
  readonly isContainer: IsContainer;
}

function isSeenAt({ value, other, table }: Parts, place: Place): boolean {
  if (equal(value, other)) return true;
  if (isObject(value) && isObject(table)) {
    if (isObject(other)) return areSeen(value, other, table, place);
    const isEmptied = other === undefined && place.keys && place.isContainer(place.keys);
    if (isEmptied === true) return areSeen(value, {}, table, place);
  }
  if (isArray(value) && isArray(other) && isArray(table) && areAligned(value, other, table)) {
    const inside = { ...place, keys: undefined };
    return value.every((item, index) =>
      isSeenAt({ value: item, other: other[index], table: table[index] }, inside),
    );
  }
  return equal(value, table);
}

function areSeen(value: JsonObject, other: JsonObject, table: JsonObject, place: Place): boolean {
  const keys = new Set([...Object.keys(value), ...Object.keys(other)]);
  return [...keys].every((key) =>
    isSeenAt(
      { value: member(value, key), other: member(other, key), table: member(table, key) },
      { ...place, keys: place.keys && [...place.keys, key] },
    ),
  );
}

/** True for lists of one length whose scalars are all the same: what differs are maps and lists, each in its place. */
function areAligned(value: JsonArray, other: JsonArray, table: JsonArray): boolean {
  if (value.length !== other.length || value.length !== table.length) return false;
  return value.every(
    (item, index) =>
      isObject(item) || isArray(item) || (equal(item, other[index]) && equal(item, table[index])),
  );
}
