import { assertDefined } from "../../json/invariant.ts";
import { ServerPanic } from "../value/evaluation-fault.ts";
import { codePointCount, costSize } from "../value/size.ts";
import { goTypeName, typeNameOf } from "../value/type-name.ts";
import { CelList, CelMap, type CelValue, Opaque, Optional } from "../value/value.ts";

/** The cost of a call at run time: a number, or a function if it depends on the arguments or the result. */
export type CallCost = number | ((args: readonly CelValue[], result: CelValue) => number);

/**
 * The cost of reading one character of a string, one byte of bytes or one item of a list.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/cost.go, StringTraversalCostFactor.
 */
export const traversalFactor = 0.1;

/**
 * The cost of one character of a regular expression, by which the cost of reading the text is multiplied.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/cost.go, RegexStringLengthCostFactor.
 */
export const regexFactor = 0.25;

/**
 * The cost of an authorization check. A rule in a schema has no authorizer, but it can call `check` on a value of type dyn,
 * which then fails.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/cost.go CallCost: two checks fit into the
 * cost limit of an expression.
 */
export const authorizationCost = 350_000;

/** The costs of reading a variable or a field, and of creating a list, map or message. */
export const baseCosts = { access: 1, list: 10, map: 30, struct: 40 } as const;

function traversal(size: number, times = 1): number {
  return Math.ceil(size * times * traversalFactor);
}

/** An argument of a call. A receiver is the first argument. */
function argument(args: readonly CelValue[], index: number): CelValue {
  return assertDefined(args[index], "a call has as many arguments as its overload");
}

function sizeOfFirst(args: readonly CelValue[]): number {
  return costSize(argument(args, 0));
}

function sizeOfSecond(args: readonly CelValue[]): number {
  return costSize(argument(args, 1));
}

function costOfSmaller(args: readonly CelValue[]): number {
  return traversal(Math.min(sizeOfFirst(args), sizeOfSecond(args)));
}

function costOfRegex(args: readonly CelValue[]): number {
  return traversal(1 + sizeOfFirst(args)) * Math.ceil(sizeOfSecond(args) * regexFactor);
}

function costOfPrefixes(args: readonly CelValue[]): number {
  return traversal(librarySize(argument(args, 0)) * 2);
}

/** The size of a value in Kubernetes' libraries, in which an optional counts as 1. */
function librarySize(value: CelValue): number {
  return value instanceof Optional ? 1 : costSize(value);
}

const firstText: CallCost = (args) => traversal(librarySize(argument(args, 0)));
const firstTextTwice: CallCost = (args) => traversal(librarySize(argument(args, 0)), 2);

/**
 * Costs of list and set functions, by overload.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/runtimecost.go, ext/lists.go, ext/sets.go.
 */
const byOverload = new Map<string, CallCost>([
  ["list_slice", (_, result) => 11 + costSize(result)],
  ["lists_range", (_, result) => 11 + costSize(result)],
  ["list_reverse", (_, result) => 11 + costSize(result)],
  ["list_flatten", (args) => 11 + sizeOfFirst(args)],
  ["list_flatten_int", (args) => 11 + Math.trunc(sizeOfFirst(args) * Number(args[1]))],
  ["list_distinct", (args) => selfComparison(argument(args, 0))],
  ["list_sets_contains_list", (args) => 1 + sizeOfFirst(args) * sizeOfSecond(args)],
  ["list_sets_intersects_list", (args) => 1 + sizeOfFirst(args) * sizeOfSecond(args)],
  ["list_sets_equivalent_list", (args) => 1 + sizeOfFirst(args) * sizeOfSecond(args) * 2],
]);

/**
 * Costs by overload, for functions of CEL itself for which Kubernetes defines no cost.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/runtimecost.go.
 */
const standard = new Map<string, CallCost>([
  ["starts_with_string", (args) => traversal(sizeOfFirst(args))],
  ["ends_with_string", (args) => traversal(sizeOfFirst(args))],
  ["string_to_bytes", (args) => traversal(sizeOfFirst(args))],
  ["bytes_to_string", (args) => traversal(sizeOfFirst(args))],
  ["strings_quote", (args) => traversal(sizeOfFirst(args))],
  ["string_format", (args) => traversal(sizeOfFirst(args))],
  ["in_list", sizeOfSecond],
  ["add_string", (args) => traversal(sizeOfFirst(args) + sizeOfSecond(args))],
  ["add_bytes", (args) => traversal(sizeOfFirst(args) + sizeOfSecond(args))],
  ["matches_string", costOfRegex],
  ["contains_string", (args) => traversal(sizeOfFirst(args)) * traversal(sizeOfSecond(args))],
]);

/**
 * Costs of the functions of Kubernetes' libraries, by name of the function.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/cost.go CallCost.
 */
const byFunction = new Map<string, CallCost>([
  ...["isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"].map(
    (name) => [name, (args: readonly CelValue[]) => treeSize(argument(args, 0))] as const,
  ),
  ...["url", "lowerAscii", "upperAscii", "substring", "trim"].map(
    (name) => [name, firstText] as const,
  ),
  ...["cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"].map(
    (name) => [name, firstText] as const,
  ),
  ["replace", firstTextTwice],
  ["split", firstTextTwice],
  ["ip.isCanonical", firstTextTwice],
  ["join", (_, result) => traversal(librarySize(result), 2)],
  ["find", costOfRegex],
  ["findAll", costOfRegex],
  ["check", authorizationCost],
]);

/** The cost of a call. `overload` is empty if several overloads match the argument types. */
export function callCost(name: string, overload: string): CallCost {
  const own = byOverload.get(overload);
  if (own !== undefined) return own;
  if (overload.startsWith("list_") && /_(?:sort|sortByAssociatedKeys)$/.test(overload)) {
    const keys = overload.endsWith("Keys") ? 1 : 0;
    return (args) => selfComparison(argument(args, keys));
  }
  if (/^(?:less|greater).*_(?:string|bytes)$/.test(overload)) return costOfSmaller;
  return addressCost(name, overload) ?? byFunction.get(name) ?? standard.get(overload) ?? 1;
}

/** The cost of `==`, which depends on the smaller operand. For numbers and values of libraries it is always 1. */
export function equalityCost(a: CelValue, b: CelValue): number {
  if (typeof a === "number" && typeof b === "number") return 1;
  if (a instanceof Opaque && a.typeName !== "unknown") return 1;
  return traversal(Math.min(costSize(a), costSize(b)));
}

/** The cost of `!=`, which depends on the smaller operand for all types, unlike {@link equalityCost}. */
export function inequalityCost(a: CelValue, b: CelValue): number {
  return traversal(Math.min(costSize(a), costSize(b)));
}

function addressCost(name: string, overload: string): CallCost | undefined {
  switch (name) {
    case "ip":
      return overload === "cidr_ip" ? 1 : firstText;
    case "containsIP":
      return overload === "cidr_contains_ip_string"
        ? (args) => costOfPrefixes(args) + traversal(librarySize(argument(args, 1)))
        : costOfPrefixes;
    case "containsCIDR": {
      const costOfWhole: CallCost = (args) =>
        costOfPrefixes(args) + traversal(librarySize(argument(args, 0))) + 1;
      return overload === "cidr_contains_cidr_string"
        ? (args) => costOfWhole(args, null) + traversal(librarySize(argument(args, 1)))
        : costOfWhole;
    }
    case "validate":
      return (args) => formatCost(argument(args, 0), librarySize(argument(args, 1)));
    default:
      return undefined;
  }
}

function formatCost(format: CelValue, size: number): number {
  if (!(format instanceof Opaque) || !("regexSize" in format)) return 1;
  return traversal(1 + size) * Math.ceil(Number(format.regexSize) * regexFactor);
}

function selfComparison(list: CelValue): number {
  if (!(list instanceof CelList)) {
    const missing = canBeAdded(list) ? "Contains" : "Add";
    throw new ServerPanic(
      `interface conversion: ${goTypeName(list)} is not traits.Lister: missing method ${missing}`,
    );
  }
  const size = costSize(list);
  const item = size > 0 ? list.get(0) : null;
  const isText = typeof item === "string" || item instanceof Uint8Array;
  return 11 + Math.trunc(size * size * (isText ? 2 + traversalFactor : 2));
}

/** True if the value has a type with the operator `+`. */
function canBeAdded(value: CelValue): boolean {
  return addable.includes(typeNameOf(value).replace("google.protobuf.", ""));
}

const addable = ["int", "uint", "double", "string", "bytes", "Duration", "Timestamp"];

const utf8 = new TextEncoder();

/** The cost of reading a value with everything in it: that of a string depends on its bytes in UTF-8. */
function treeSize(value: CelValue): number {
  if (typeof value === "string") return Math.trunc(bytesIn(value) * traversalFactor);
  if (value instanceof Uint8Array) return Math.trunc(value.length * traversalFactor);
  let total = 0;
  if (value instanceof CelList) {
    for (const item of value) total += treeSize(item);
    return total;
  }
  if (!(value instanceof CelMap)) return 1;
  for (const key of value.keys()) total += treeSize(key) + treeSize(value.find(key) ?? null);
  return total;
}

function bytesIn(text: string): number {
  return codePointCount(text) === text.length && !/[^\0-\x7f]/.test(text)
    ? text.length
    : utf8.encode(text).length;
}
