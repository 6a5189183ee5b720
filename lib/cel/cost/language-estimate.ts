import type { CallEstimate, CostNode } from "./call-nodes.ts";
import {
  addIntervals,
  anySize,
  type Interval,
  pointInterval,
  productOf,
  scaleInterval,
} from "./interval.ts";
import { regexFactor, traversalFactor } from "./runtime-cost.ts";

/**
 * The estimate for a call of an operator or function of the language, without its arguments; undefined for other overloads.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/cost.go functionCost.
 */
export function languageEstimate(
  overload: string,
  target: CostNode | undefined,
  args: readonly CostNode[],
): CallEstimate | undefined {
  const [a, b] = args;
  const first = a?.size ?? anySize;
  const receiver = target?.size ?? anySize;
  const through = scaleInterval(first, traversalFactor);
  switch (overload) {
    case "string_format":
      return { cost: scaleInterval(receiver, traversalFactor) };
    case "string_to_bytes":
      return { cost: through, size: { min: first.min, max: BigInt.asUintN(64, first.max * 4n) } };
    case "bytes_to_string":
      return { cost: through, size: { min: first.min / 4n, max: first.max } };
    case "strings_quote":
      return {
        cost: through,
        size: { min: first.min + 2n, max: BigInt.asUintN(64, first.max * 2n + 2n) },
      };
    case "starts_with_string":
    case "ends_with_string":
      return { cost: through };
    case "in_list":
      return { cost: scaleInterval(b?.size ?? anySize, 1) };
    case "matches_string": {
      const text = scaleInterval(addIntervals(receiver, pointInterval(1n)), traversalFactor);
      return { cost: productOf(text, scaleInterval(first, regexFactor)) };
    }
    case "contains_string":
      return { cost: productOf(scaleInterval(receiver, traversalFactor), through) };
    case "add_string":
    case "add_bytes":
    case "add_list":
      return sumEstimate(overload, addIntervals(first, b?.size ?? anySize));
    default:
      return comparesSizes(overload)
        ? { cost: comparisonCost(first, b?.size ?? anySize) }
        : undefined;
  }
}

/** True for `+` of two texts, bytes or lists. */
export function isSum(overload: string): boolean {
  return overload === "add_string" || overload === "add_bytes" || overload === "add_list";
}

function sumEstimate(overload: string, size: Interval): CallEstimate {
  const cost = overload === "add_list" ? pointInterval(1n) : scaleInterval(size, traversalFactor);
  return { cost, size };
}

function comparesSizes(overload: string): boolean {
  return (
    overload === "equals" ||
    overload === "not_equals" ||
    /^(?:less|greater)(?:_equals)?_(?:string|bytes)$/.test(overload)
  );
}

function comparisonCost(a: Interval, b: Interval): Interval {
  const max = a.max < b.max ? a.max : b.max;
  return scaleInterval({ min: max > 0n ? 1n : 0n, max }, traversalFactor);
}
