import { isEmptySparse } from "../../json/sparse.ts";
import {
  assign,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../json/value.ts";
import { type One, type Run, unreadable } from "../ops/codec.ts";
import type { RepresentablePlace } from "../place/representable-places.ts";

type Place = RepresentablePlace | undefined;

/**
 * A pass that reads only what the source's version can represent, and gives only what the target's can. Where anything is
 * left out or created, the result is inexact. Without such places it is the pass itself, from its first call.
 */
export function representableOnly(pass: One, source: () => Place, target: () => Place): One {
  let ready: One | undefined;
  return (value, run) => {
    ready ??= restricted(pass, source(), target());
    return ready(value, run);
  };
}

function restricted(pass: One, source: Place, target: Place): One {
  if (source === undefined && target === undefined) return pass;
  const limit = (value: JsonValue, place: Place, run: Run): JsonValue => {
    const left = place === undefined ? value : representable(value, place);
    if (left !== value) run.isInexact = true;
    return left;
  };
  return (value, run) => {
    const image = pass(limit(value, source, run), run);
    return image === unreadable || image === undefined ? image : limit(image, target, run);
  };
}

/** What a version can represent of a value; the same value where that is all of it. */
function representable(value: JsonValue, place: RepresentablePlace): JsonValue {
  if (isArray(value)) return place.items === undefined ? value : listIn(value, place.items);
  return isObject(value) ? mapIn(value, place) : value;
}

function listIn(list: readonly JsonValue[], items: RepresentablePlace): JsonValue {
  let images: JsonValue[] | undefined;
  for (const [index, item] of list.entries()) {
    const image = representable(item, items);
    if (image !== item) images ??= list.slice(0, index);
    images?.push(image);
  }
  return images ?? list;
}

function mapIn(map: JsonObject, { members, values, created }: RepresentablePlace): JsonObject {
  let copy: MutableJsonObject | undefined;
  const visit = (key: string, member: RepresentablePlace): void => {
    const value = Object.hasOwn(map, key) ? map[key] : undefined;
    if (value === undefined) return;
    const image = representable(value, member);
    const isLeftOut = isEmptyOf(image, member);
    if (!isLeftOut && image === value) return;
    copy ??= { ...map };
    if (isLeftOut) delete copy[key];
    else assign(copy, key, image);
  };
  for (const [key, member] of members) visit(key, member);
  if (values !== undefined) {
    for (const key of Object.keys(map)) {
      if (!values.except.has(key)) visit(key, values.place);
    }
  }
  for (const key of created) {
    if (Object.hasOwn(map, key)) continue;
    copy ??= { ...map };
    assign(copy, key, {});
  }
  return copy ?? map;
}

/** True for an empty container of the type that a place leaves out. */
function isEmptyOf(value: JsonValue, { leavesOut }: RepresentablePlace): boolean {
  if (leavesOut === "list") return isArray(value) && value.length === 0;
  return leavesOut === "map" && isObject(value) && isEmptySparse(value);
}
