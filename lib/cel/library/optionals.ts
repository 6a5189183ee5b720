import { ValueList } from "../value/list.ts";
import { ValueMap } from "../value/map.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  noSuchOverload,
  Optional,
  Timestamp,
  Uint,
} from "../value/value.ts";
import type { Library } from "./declaration.ts";
import { firstOrLast } from "./lists.ts";

/**
 * True for the zero value of a type: null, false, 0, an empty string, list, map or bytes, a zero duration or timestamp.
 */
function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === "" || value === 0) return true;
  if (value instanceof CelList || value instanceof ValueMap) return value.size() === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanoseconds === 0n;
  // Go's zero time is the beginning of the year 1.
  return value instanceof Timestamp && value.seconds === -62_135_596_800 && value.nanoseconds === 0;
}

function presentValues(list: CelValue): CelValue {
  if (!(list instanceof CelList)) return noSuchOverload;
  const items: CelValue[] = [];
  for (const item of list) {
    if (!(item instanceof Optional)) return new CelError("value is not optional");
    if (item.value !== undefined) items.push(item.value);
  }
  return new ValueList(items);
}

/**
 * cel-go's functions for optionals.
 * Source: https://github.com/google/cel-go/blob/b02364524316/cel/library.go, optional types of version 2.
 */
export const optionalLibrary: Library = {
  declarations: `
optional.of - (V) optional(V)
optional.ofNonZeroValue - (V) optional(V)
optional.none - () optional(V)
value - optional(V).() V
hasValue - optional(V).() bool
or optional_or_optional optional(V).(optional(V)) optional(V)
orValue optional_orValue_value optional(V).(V) V
_?._ select_optional_field (dyn,string) optional(V)
_[?_] list_optindex_optional_int (list(V),int) optional(V)
_[?_] optional_list_optindex_optional_int (optional(list(V)),int) optional(V)
_[?_] map_optindex_optional_value (map(K,V),K) optional(V)
_[?_] optional_map_optindex_optional_value (optional(map(K,V)),K) optional(V)
_[_] optional_list_index_int (optional(list(V)),int) optional(V)
_[_] optional_map_index_value (optional(map(K,V)),K) optional(V)
last - list(V).() optional(V)
first - list(V).() optional(V)
optional.unwrap - (list(optional(V))) list(V)
unwrapOpt - list(optional(V)).() list(V)`,
  implementations: {},
  byFunction: {
    "optional.of": (value = null) => new Optional(value),
    "optional.ofNonZeroValue": (value = null) =>
      isZero(value) ? Optional.none : new Optional(value),
    "optional.none": () => Optional.none,
    value: (value) =>
      value instanceof Optional
        ? value.value === undefined
          ? new CelError("optional.none() dereference")
          : value.value
        : noSuchOverload,
    hasValue: (value) => (value instanceof Optional ? value.value !== undefined : noSuchOverload),
    last: (list) => (list instanceof CelList ? firstOrLast(list, "last") : noSuchOverload),
    first: (list) => (list instanceof CelList ? firstOrLast(list, "first") : noSuchOverload),
    "optional.unwrap": (list = null) => presentValues(list),
    unwrapOpt: (list = null) => presentValues(list),
  },
};

/**
 * The internal functions to which macros that build maps expand.
 * Source: https://github.com/google/cel-go/blob/b02364524316/ext/comprehensions.go.
 */
export const comprehensionLibrary: Library = {
  declarations: `
cel.@mapInsert @mapInsert_map_key_value (map(K,V),K,V) map(K,V)
cel.@mapInsert @mapInsert_map_map (map(K,V),map(K,V)) map(K,V)`,
  implementations: {
    "@mapInsert_map_key_value": (map, key = null, value = null) =>
      map instanceof ValueMap ? map.insert(key, value) : noSuchOverload,
    "@mapInsert_map_map": (map, more) => {
      if (!(map instanceof ValueMap) || !(more instanceof CelMap)) return noSuchOverload;
      let all: ValueMap | CelError = map;
      for (const key of more.keys()) {
        if (all instanceof CelError) return all;
        all = all.insert(key, more.find(key) ?? null);
      }
      return all;
    },
  },
};
