import { sameType } from "../type/cel-type.ts";
import { isInt } from "../value/int.ts";
import type { CallEstimate, CallNodes, CostNode, PathSize } from "./call-nodes.ts";
import {
  addIntervals,
  anySize,
  type Interval,
  noLimit,
  pointInterval,
  productOf,
  scaleInterval,
} from "./interval.ts";
import { authorizationCost, regexFactor, traversalFactor } from "./runtime-cost.ts";

type EstimateCall = (call: CallNodes) => CallEstimate | undefined;

const one = pointInterval(1n);

function sizeOfNode(node: CostNode, pathSize: PathSize): Interval {
  return node.size ?? (node.path === undefined ? undefined : pathSize(node.path.steps)) ?? anySize;
}

/** The estimate for functions that read their whole first argument: its size times `factor`. */
function traversesFirst(factor: number): EstimateCall {
  return ({ args: [first], pathSize }) =>
    first === undefined ? undefined : { cost: scaleInterval(sizeOfNode(first, pathSize), factor) };
}

function throughTarget({ target, pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const size = sizeOfNode(target, pathSize);
  return { cost: scaleInterval(size, traversalFactor), size };
}

/** The item of a list. It has a path if the list has one. */
function itemOf({ type, path }: CostNode): CostNode | undefined {
  const [item] = type.parameters;
  if (item === undefined) return undefined;
  return { type: item, path: path?.copy().with("@items"), literal: undefined, size: undefined };
}

function eachItem({ target, pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const item = itemOf(target);
  const size = sizeOfNode(target, pathSize);
  if (item === undefined) return { cost: scaleInterval(size, traversalFactor) };
  const isText = item.type.kind === "string" || item.type.kind === "bytes";
  const text = isText
    ? scaleInterval(sizeOfNode(item, pathSize), traversalFactor)
    : pointInterval(0n);
  return { cost: productOf(size, addIntervals(one, text)) };
}

function urlEstimate({ args: [first], pathSize }: CallNodes): CallEstimate | undefined {
  if (first === undefined) return undefined;
  const size = sizeOfNode(first, pathSize);
  return { cost: scaleInterval(size, traversalFactor), size };
}

function ceilDivide(a: bigint, b: bigint): bigint {
  const result = Math.ceil(Number(a) / Number(b));
  return result >= 2 ** 64 ? noLimit : BigInt(result);
}

function replaceEstimate({
  target,
  args: [part, by],
  pathSize,
}: CallNodes): CallEstimate | undefined {
  if (target === undefined || part === undefined || by === undefined) return undefined;
  const [size, from, to] = [target, part, by].map((node) => sizeOfNode(node, pathSize));
  if (size === undefined || from === undefined || to === undefined) return undefined;
  const [maxCount, maxKept] = longestResult(size.max, from.min, to.max);
  const [minCount, minKept] = shortestResult(size.min, from.max, to.min);
  const count = { min: minCount, max: maxCount };
  const result = addIntervals(productOf(count, to), { min: minKept, max: maxKept });
  return { cost: scaleInterval(size, 2 * traversalFactor), size: result };
}

/**
 * For the longest possible result of `replace`: the number of replacements, and the number of characters that are not
 * replaced. `size`, `from` and `to` are the sizes of the text, of the replaced part and of its replacement.
 */
function longestResult(size: bigint, from: bigint, to: bigint): readonly [bigint, bigint] {
  if (from === 0n) return [size < noLimit ? size + 1n : size, size];
  return to <= from ? [0n, size] : [ceilDivide(size, from), 0n];
}

/** The same as {@link longestResult}, for the shortest possible result. */
function shortestResult(size: bigint, from: bigint, to: bigint): readonly [bigint, bigint] {
  if (from === 0n) return [size < noLimit ? size + 1n : size, size];
  return from <= to ? [0n, size] : [ceilDivide(size, from), 0n];
}

function splitEstimate({ target, args: [, limit], pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const size = sizeOfNode(target, pathSize);
  const value = limit?.literal?.value;
  const max = isInt(value) ? BigInt.asUintN(64, BigInt(value)) : size.max;
  return { cost: scaleInterval(size, 2 * traversalFactor), size: { min: 0n, max } };
}

function joinEstimate({
  target,
  args: [separator],
  pathSize,
}: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const list = sizeOfNode(target, pathSize);
  const item = itemOf(target);
  let size = item === undefined ? pointInterval(0n) : productOf(list, sizeOfNode(item, pathSize));
  if (separator !== undefined) {
    const gaps = {
      min: list.min > 0n ? list.min - 1n : 0n,
      max: list.max > 0n ? list.max - 1n : 0n,
    };
    size = addIntervals(size, productOf(sizeOfNode(separator, pathSize), gaps));
  }
  return { cost: scaleInterval(size, traversalFactor), size };
}

function findEstimate({ target, args: [pattern], pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined || pattern === undefined) return undefined;
  const size = sizeOfNode(target, pathSize);
  const text = scaleInterval(addIntervals(size, one), traversalFactor);
  const regex = scaleInterval(sizeOfNode(pattern, pathSize), regexFactor);
  return { cost: productOf(text, regex), size: { min: 0n, max: size.max } };
}

/** The size in bytes of an IP address: 4 for IPv4, 16 for IPv6. */
const address: Interval = { min: 4n, max: 16n };

function containedEstimate(ofText: string, more: Interval): EstimateCall {
  return ({ overload, args: [other], pathSize }) => {
    if (other === undefined) return undefined;
    const cost = addIntervals(scaleInterval(addIntervals(address, address), traversalFactor), more);
    if (overload !== ofText) return { cost };
    return {
      cost: addIntervals(cost, scaleInterval(sizeOfNode(other, pathSize), traversalFactor)),
    };
  };
}

/**
 * The length that the server assumes for the regular expression of each named format.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/limits.go, MaxNameFormatRegexSize.
 */
const formatRegexSize = 128;

function validateEstimate({ args: [text], pathSize }: CallNodes): CallEstimate | undefined {
  if (text === undefined) return undefined;
  const traversal = scaleInterval(sizeOfNode(text, pathSize), traversalFactor);
  return { cost: scaleInterval(traversal, formatRegexSize * regexFactor) };
}

/** The estimate for comparing two values of the same library type, such as two quantities; undefined for other types. */
function equalsEstimate({ args: [left, right] }: CallNodes): CallEstimate | undefined {
  if (left === undefined || right === undefined || !sameType(left.type, right.type)) {
    return undefined;
  }
  switch (left.type.name) {
    case "net.IP":
    case "net.CIDR":
    case "kubernetes.Quantity":
    case "kubernetes.Semver":
      return { cost: one };
    case "kubernetes.NamedFormat":
      return { cost: scaleInterval({ min: 1n, max: 64n }, traversalFactor) };
    case "kubernetes.URL":
      return { cost: scaleInterval({ min: 1n, max: right.size?.max ?? 1n }, traversalFactor) };
    default:
      return undefined;
  }
}

function estimatesNamed(
  names: string,
  estimator: EstimateCall,
): readonly (readonly [string, EstimateCall])[] {
  return names.split(" ").map((name) => [name, estimator] as const);
}

/**
 * Estimates for Kubernetes' functions, by name.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/cost.go EstimateCallCost.
 */
const byFunction: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ...estimatesNamed("isSorted sum max min indexOf lastIndexOf", eachItem),
  ...estimatesNamed("lowerAscii upperAscii substring trim", throughTarget),
  ...estimatesNamed(
    "cidr isIP isCIDR quantity isQuantity semver isSemver",
    traversesFirst(traversalFactor),
  ),
  ...estimatesNamed("find findAll", findEstimate),
  ...estimatesNamed(
    "masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery",
    () => ({ cost: one }),
  ),
  ["url", urlEstimate],
  ["replace", replaceEstimate],
  ["split", splitEstimate],
  ["join", joinEstimate],
  [
    "ip",
    (call) => (call.overload === "cidr_ip" ? { cost: one } : traversesFirst(traversalFactor)(call)),
  ],
  ["ip.isCanonical", traversesFirst(2 * traversalFactor)],
  ["containsIP", containedEstimate("cidr_contains_ip_string", pointInterval(0n))],
  [
    "containsCIDR",
    containedEstimate(
      "cidr_contains_cidr_string",
      addIntervals(scaleInterval(address, traversalFactor), one),
    ),
  ],
  ["validate", validateEstimate],
  ["check", () => ({ cost: pointInterval(BigInt(authorizationCost)) })],
  ["_==_", equalsEstimate],
]);

/** The estimate for creating a list of this size. `factor` is the cost of each item. */
function newList(size: Interval, factor: number): CallEstimate {
  return { cost: addIntervals(scaleInterval(size, factor), pointInterval(11n)), size };
}

function intOr(node: CostNode | undefined, otherwise: bigint): bigint {
  const value = node?.literal?.value;
  if (!isInt(value)) return otherwise;
  return value < 0 ? 0n : BigInt(value);
}

function sliceEstimate({ target, args, pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const end = intOr(args[1], sizeOfNode(target, pathSize).max);
  return newList(pointInterval(BigInt.asUintN(64, end - intOr(args[0], 0n))), 1);
}

function flattenEstimate({ target, args, pathSize }: CallNodes): CallEstimate | undefined {
  if (target === undefined) return undefined;
  const depth = args.length === 1 ? intOr(args[0], noLimit) : 1n;
  return newList(sizeOfNode(target, pathSize), Number(depth));
}

function selfCompared(
  node: CostNode | undefined,
  pathSize: PathSize,
  factor: number,
): CallEstimate | undefined {
  if (node === undefined) return undefined;
  const size = sizeOfNode(node, pathSize);
  return newList(productOf(size, size), factor);
}

function setsEstimate(factor: number): EstimateCall {
  return ({ args: [a, b], pathSize }) => {
    if (a === undefined || b === undefined) return undefined;
    return {
      cost: addIntervals(
        scaleInterval(productOf(sizeOfNode(a, pathSize), sizeOfNode(b, pathSize)), factor),
        one,
      ),
    };
  };
}

/**
 * Estimates for cel-go's list and set functions, by overload.
 * Source: https://github.com/google/cel-go/blob/b02364524316/ext/lists.go, ext/sets.go.
 */
const byOverload: ReadonlyMap<string, EstimateCall> = new Map<string, EstimateCall>([
  ["list_slice", sliceEstimate],
  ["list_flatten", flattenEstimate],
  ["list_flatten_int", flattenEstimate],
  ["lists_range", ({ args }) => newList(pointInterval(intOr(args[0], noLimit)), 1)],
  [
    "list_reverse",
    ({ target, pathSize }) =>
      target === undefined ? undefined : newList(sizeOfNode(target, pathSize), 1),
  ],
  ["list_distinct", ({ target, pathSize }) => selfCompared(target, pathSize, 2)],
  ["list_sets_contains_list", setsEstimate(1)],
  ["list_sets_intersects_list", setsEstimate(1)],
  ["list_sets_equivalent_list", setsEstimate(2)],
]);

/** The estimate for a call of a library's function; undefined if the standard estimate applies. */
export function libraryEstimate(name: string, call: CallNodes): CallEstimate | undefined {
  const sorted = /^list_(.*)_(sort|sortByAssociatedKeys)$/.exec(call.overload);
  if (sorted !== null) {
    const keys = sorted[2] === "sort" ? call.target : call.args[0];
    const isText = sorted[1] === "string" || sorted[1] === "bytes";
    return selfCompared(keys, call.pathSize, isText ? 2 + traversalFactor : 2);
  }
  return (byOverload.get(call.overload) ?? byFunction.get(name))?.(call);
}
