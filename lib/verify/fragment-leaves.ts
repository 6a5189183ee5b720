import { equal } from "../json/equal.ts";
import { isArray, isObject, type JsonArray, type JsonValue, member } from "../json/value.ts";
import type { ObjectPath } from "../lens/place/object-path.ts";
import type { Structural } from "../schema/structural/structural.ts";
import { drawnPathText } from "./draw/path-text.ts";
import { itemKeyText, listKind } from "./map-list.ts";
import { memberSchema } from "./schema-below.ts";

/** A leaf of a converted fragment that the converted whole object lacks or has with another value. */
export interface ExtraLeaf {
  readonly path: string;
  readonly at: ObjectPath;
  readonly value: JsonValue;
}

/** The values at one path in the converted fragment and in the converted whole object. */
interface LeafPlace {
  readonly fragment: JsonValue | undefined;
  readonly whole: JsonValue | undefined;
  readonly schema: Structural | undefined;
  readonly at: ObjectPath;
  readonly isKnown: (path: string) => boolean;
}

/**
 * The first leaf of a converted fragment that the converted whole object does not have with the same value at the same path. A
 * leaf is a scalar, or a list at a path where the whole object has no list. Maps are compared member by member, because a
 * fragment of a granular map may become part of an atomic map. Items are matched by key in map lists, and in order in other
 * lists; the whole object may have more items. A leaf whose path `isKnown` accepts (an acknowledged loss) is ignored.
 */
export function extraLeaf(
  fragment: JsonValue,
  whole: JsonValue,
  schema: Structural,
  isKnown: (path: string) => boolean = () => false,
): ExtraLeaf | undefined {
  return extraLeafAt({ fragment, whole, schema, at: [], isKnown });
}

function extraLeafAt({ fragment, whole, schema, at, isKnown }: LeafPlace): ExtraLeaf | undefined {
  if (fragment === undefined) return undefined;
  if (isObject(fragment)) {
    for (const [name, value] of Object.entries(fragment)) {
      const extra = extraLeafAt({
        fragment: value,
        whole: isObject(whole) ? member(whole, name) : undefined,
        schema: memberSchema(schema, name),
        at: [...at, name],
        isKnown,
      });
      if (extra !== undefined) return extra;
    }
    return undefined;
  }
  if (isArray(fragment) && isArray(whole))
    return extraLeafOfItems(fragment, whole, { schema, at, isKnown });
  if (equal(fragment, whole)) return undefined;
  return unknownLeaf(at, fragment, isKnown);
}

function unknownLeaf(
  at: ObjectPath,
  value: JsonValue,
  isKnown: (path: string) => boolean,
): ExtraLeaf | undefined {
  const path = drawnPathText(at);
  return isKnown(path) ? undefined : { path, at, value };
}

function extraLeafOfItems(
  fragment: JsonArray,
  whole: JsonArray,
  { schema, at, isKnown }: Pick<LeafPlace, "schema" | "at" | "isKnown">,
): ExtraLeaf | undefined {
  const kind = listKind(whole, schema);
  const extraLeafIn = (item: JsonValue, other: JsonValue, index: number): ExtraLeaf | undefined =>
    extraLeafAt({
      fragment: item,
      whole: other,
      schema: schema?.items,
      at: [...at, index],
      isKnown,
    });
  let next = 0;
  for (const [index, item] of fragment.entries()) {
    const candidates =
      kind.type === "map"
        ? whole.filter((other) => itemKeyText(other, kind.keys) === itemKeyText(item, kind.keys))
        : whole.slice(next);
    const found = candidates.findIndex((other) => extraLeafIn(item, other, index) === undefined);
    if (found < 0) {
      const [sameKey] = kind.type === "map" ? candidates : [];
      const inside = sameKey === undefined ? undefined : extraLeafIn(item, sameKey, index);
      const missing = inside ?? unknownLeaf([...at, index], item, isKnown);
      if (missing !== undefined) return missing;
      continue;
    }
    next += found + 1;
  }
  return undefined;
}
