import {
  Float,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../json/value.ts";

/** Values smaller than `value`: first with large parts removed, then single parts, then one part made smaller. */
export function* smallerValues(value: JsonValue): Iterable<JsonValue> {
  if (isArray(value)) yield* smallerLists(value);
  else if (isObject(value)) yield* smallerMaps(value);
  else yield* smallerScalars(value);
}

/** Maps with fewer members, then maps with one value made smaller. */
export function* smallerMaps(map: JsonObject): Iterable<JsonObject> {
  const entries = Object.entries(map);
  for (const kept of fewerParts(entries)) yield Object.fromEntries(kept);
  for (const [index, [name, value]] of entries.entries()) {
    for (const less of smallerValues(value))
      yield Object.fromEntries(entries.with(index, [name, less]));
  }
}

function* smallerLists(list: JsonArray): Iterable<JsonValue> {
  yield* fewerParts(list);
  for (const [index, value] of list.entries()) {
    for (const less of smallerValues(value)) yield list.with(index, less);
  }
}

/** Shorter lists: empty, each half, then all parts but one. */
function* fewerParts<T>(parts: readonly T[]): Iterable<readonly T[]> {
  if (parts.length === 0) return;
  yield [];
  const half = parts.length >> 1;
  if (parts.length > 3) {
    yield parts.slice(0, half);
    yield parts.slice(half);
  }
  if (parts.length > 1) {
    for (let index = 0; index < parts.length; index++) yield parts.toSpliced(index, 1);
  }
}

function* smallerScalars(value: JsonValue): Iterable<JsonValue> {
  if (value === true) yield false;
  else if (typeof value === "string") yield* smallerTexts(value);
  else if (value instanceof Float) yield 0;
  else if (typeof value === "bigint") yield 0;
  else if (typeof value === "number" && value !== 0) {
    yield 0;
    const half = Math.trunc(value / 2);
    if (half !== 0) yield half;
  }
}

function* smallerTexts(text: string): Iterable<string> {
  if (text === "") return;
  yield "";
  const points = Array.from(text);
  if (points.length > 2) yield points.slice(0, points.length >> 1).join("");
  if (points.length > 1) yield points.slice(0, -1).join("");
}
