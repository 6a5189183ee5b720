import { equalElements } from "../value/equality.ts";
import { ServerPanic } from "../value/evaluation-fault.ts";
import { isInt } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { goTypeName, typeNameOf } from "../value/type-name.ts";
import {
  CelError,
  CelList,
  type CelValue,
  Double,
  Duration,
  errorOr,
  noSuchOverload,
  Optional,
  Uint,
} from "../value/value.ts";
import { addCelValues, compareCelValues, isComparable } from "./arithmetic.ts";
import type { Implementation, Library } from "./declaration.ts";

/** The types whose values have an order, as written in Kubernetes' overload ids. */
const comparable = ["int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"];

/** The full names of types that cel-go's overload ids use instead of short names. */
const fullNames: ReadonlyMap<string, string> = new Map([
  ["duration", "google.protobuf.Duration"],
  ["timestamp", "google.protobuf.Timestamp"],
]);

const zeros: readonly (readonly [string, CelValue])[] = [
  ["int", 0],
  ["uint", new Uint(0n)],
  ["double", new Double(0)],
  ["duration", new Duration(0n)],
];

function forTypes(line: (type: string) => string): string {
  return comparable.map(line).join("\n");
}

function ofList(run: (list: CelList) => CelValue): Implementation {
  return (list = null) => (list instanceof CelList ? run(list) : errorOr(list));
}

function isSorted(list: CelList): CelValue {
  let previous: CelValue | undefined;
  for (const item of list) {
    if (!isComparable(item)) return errorOr(item);
    const order = previous === undefined ? 0 : compareCelValues(previous, item);
    if (!(order instanceof CelError) && order > 0) return false;
    previous = item;
  }
  return true;
}

function sum(list: CelList, zero: CelValue): CelValue {
  let total = zero;
  for (const item of list) {
    if (item instanceof CelError) return item;
    const next = addCelValues(total, item);
    if (next instanceof CelError) return next;
    total = next;
  }
  return total;
}

/** The greatest item of a list if `sign` is 1, the least if it is -1. */
function extremeOf(name: string, sign: 1 | -1): Implementation {
  return ofList((list) => {
    let best: CelValue | undefined;
    for (const item of list) {
      if (!isComparable(item)) return errorOr(item);
      const order = best === undefined ? sign : compareCelValues(item, best);
      if (!(order instanceof CelError) && order * sign > 0) best = item;
    }
    return best ?? new CelError(`${name} called on empty list`);
  });
}

function indexOf(list: CelValue, item: CelValue, isLast: boolean): CelValue {
  if (!(list instanceof CelList)) return errorOr(list);
  let found = -1;
  for (let index = 0; index < list.size() && (isLast || found < 0); index++) {
    if (equalElements(list.get(index), item) === true) found = index;
  }
  return found;
}

/**
 * Kubernetes' functions for lists.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/lists.go.
 */
export const kubernetesListLibrary: Library = {
  declarations: [
    forTypes((type) => `isSorted list_${type}_is_sorted_bool list(${type}).() bool`),
    zeros.map(([type]) => `sum list_${type}_sum_${type} list(${type}).() ${type}`).join("\n"),
    forTypes((type) => `max list_${type}_max_${type} list(${type}).() ${type}`),
    forTypes((type) => `min list_${type}_min_${type} list(${type}).() ${type}`),
    "indexOf list_a_index_of_int list(A).(A) int",
    "lastIndexOf list_a_last_index_of_int list(A).(A) int",
  ].join("\n"),
  implementations: {
    ...Object.fromEntries(
      comparable.flatMap((type) => [
        [`list_${type}_is_sorted_bool`, ofList(isSorted)],
        [`list_${type}_max_${type}`, extremeOf("max", 1)],
        [`list_${type}_min_${type}`, extremeOf("min", -1)],
      ]),
    ),
    ...Object.fromEntries(
      zeros.map(([type, zero]) => [`list_${type}_sum_${type}`, ofList((list) => sum(list, zero))]),
    ),
    list_a_index_of_int: (list = null, item = null) => indexOf(list, item, false),
    list_a_last_index_of_int: (list = null, item = null) => indexOf(list, item, true),
  },
};

function slice(list: CelValue, start: CelValue, end: CelValue): CelValue {
  if (!(list instanceof CelList) || !isInt(start) || !isInt(end)) return noSuchOverload;
  const call = `cannot slice(${start}, ${end})`;
  if (start < 0 || end < 0) return new CelError(`${call}, negative indexes not supported`);
  if (start > end) {
    return new CelError(`${call}, start index must be less than or equal to end index`);
  }
  if (end > list.size()) return new CelError(`${call}, list is length ${list.size()}`);
  const items: CelValue[] = [];
  for (let index = Number(start); index < end; index++) items.push(list.get(index));
  return new ValueList(items);
}

function flatten(list: CelValue, depth: CelValue): CelValue {
  if (!(list instanceof CelList)) return noSuchOverload;
  if (!isInt(depth)) {
    throw new ServerPanic(`interface conversion: ref.Val is ${goTypeName(depth)}, not types.Int`);
  }
  if (depth < 0) return new CelError("level must be non-negative");
  return new ValueList([...flattenedItems(list, Number(depth))]);
}

function* flattenedItems(list: CelList, depth: number): Iterable<CelValue> {
  for (const item of list) {
    if (item instanceof CelList && depth > 0) yield* flattenedItems(item, depth - 1);
    else yield item;
  }
}

function sortedBy(list: CelValue, keys: CelValue): CelValue {
  if (!(list instanceof CelList) || !(keys instanceof CelList)) return noSuchOverload;
  if (list.size() !== keys.size()) {
    return new CelError(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size()} and ${keys.size()} elements respectively`,
    );
  }
  const all = [...keys];
  const [first] = all;
  if (first === undefined) return list;
  if (!isComparable(first)) return new CelError("list elements must be comparable");
  const type = typeNameOf(first);
  if (all.length > 1 && all.some((key) => typeNameOf(key) !== type)) {
    return new CelError("list elements must have the same type");
  }
  const order = all.map((key, index) => ({ key, index }));
  order.sort((a, b) => orderOf(a.key, b.key));
  return new ValueList(order.map(({ index }) => list.get(index)));
}

function orderOf(a: CelValue, b: CelValue): number {
  const order = compareCelValues(a, b);
  return order instanceof CelError ? 0 : order;
}

/** The most items that `lists.range` creates. Each costs 1, so this many cost twice the limit of one evaluation. */
const maxRange = 2_000_000;

function range(end: CelValue): CelValue {
  if (!isInt(end)) return noSuchOverload;
  const size = Math.min(Math.max(Number(end), 0), maxRange);
  return new ValueList(Array.from({ length: size }, (_, index) => index));
}

function distinctItems(list: CelList): CelValue {
  const kept: CelValue[] = [];
  for (const item of list) {
    if (!kept.some((other) => equalElements(item, other) === true)) kept.push(item);
  }
  return new ValueList(kept);
}

/** cel-go's functions for lists. Source: https://github.com/google/cel-go/blob/b02364524316/ext/lists.go, version 3. */
export const listLibrary: Library = {
  declarations: [
    "slice list_slice list(T).(int,int) list(T)",
    "flatten list_flatten list(list(T)).() list(T)",
    "flatten list_flatten_int list(dyn).(int) list(dyn)",
    forTypes(
      (type) => `sort list_${fullNames.get(type) ?? type}_sort list(${type}).() list(${type})`,
    ),
    forTypes(
      (type) =>
        `@sortByAssociatedKeys list_${fullNames.get(type) ?? type}_sortByAssociatedKeys list(T).(list(${type})) list(T)`,
    ),
    "lists.range lists_range (int) list(int)",
    "reverse list_reverse list(T).() list(T)",
    "distinct list_distinct list(T).() list(T)",
  ].join("\n"),
  implementations: {
    list_slice: (list = null, start = null, end = null) => slice(list, start, end),
    list_flatten: (list = null) => flatten(list, 1),
    list_flatten_int: (list = null, depth = null) => flatten(list, depth),
    sort: ofList((list) => sortedBy(list, list)),
    "@sortByAssociatedKeys": (list = null, keys = null) => sortedBy(list, keys),
    lists_range: (end = null) => range(end),
    list_reverse: ofList((list) => new ValueList([...list].reverse())),
    list_distinct: ofList(distinctItems),
  },
  withoutTypeGuard: ["flatten"],
};

/** True if `list` contains every item of `part`. */
function containsAll(list: CelValue, part: CelValue): CelValue {
  if (!(list instanceof CelList) || !(part instanceof CelList)) return noSuchOverload;
  for (const item of part) {
    const isContained = list.contains(item);
    if (isContained !== true) return isContained;
  }
  return true;
}

function intersects(a: CelValue, b: CelValue): CelValue {
  if (!(a instanceof CelList) || !(b instanceof CelList)) return noSuchOverload;
  for (const item of a) if (b.contains(item) === true) return true;
  return false;
}

function areSetsEquivalent(a: CelValue, b: CelValue): CelValue {
  const first = containsAll(a, b);
  return first === true ? containsAll(b, a) : first;
}

/** cel-go's functions for lists as sets. Source: https://github.com/google/cel-go/blob/b02364524316/ext/sets.go. */
export const setLibrary: Library = {
  declarations: `
sets.contains list_sets_contains_list (list(T),list(T)) bool
sets.equivalent list_sets_equivalent_list (list(T),list(T)) bool
sets.intersects list_sets_intersects_list (list(T),list(T)) bool`,
  implementations: {
    list_sets_contains_list: (a = null, b = null) => containsAll(a, b),
    list_sets_equivalent_list: (a = null, b = null) => areSetsEquivalent(a, b),
    list_sets_intersects_list: (a = null, b = null) => intersects(a, b),
  },
};

/**
 * The first or last item of a list, as an optional.
 * Source: https://github.com/google/cel-go/blob/b02364524316/cel/library.go.
 */
export function firstOrLast(list: CelList, end: "first" | "last"): Optional {
  const size = list.size();
  if (size === 0) return Optional.none;
  return new Optional(list.get(end === "first" ? 0 : size - 1));
}
