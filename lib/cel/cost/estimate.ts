import { assertDefined } from "../../json/invariant.ts";
import type { CheckedExpr } from "../check/checker.ts";
import type { Call, Comprehension, Expr } from "../syntax/ast.ts";
import { isBinding } from "../syntax/ast.ts";
import { libraryEstimate } from "./call-estimate.ts";
import type { CallEstimate, CostNode, PathSize } from "./call-nodes.ts";
import { ExpressionSizes } from "./expression-sizes.ts";
import {
  addIntervals,
  anySize,
  type Interval,
  noLimit,
  pointInterval,
  productOf,
  union,
} from "./interval.ts";
import { isSum, languageEstimate } from "./language-estimate.ts";
import { baseCosts } from "./runtime-cost.ts";
import { SharedPath } from "./shared-path.ts";

/**
 * The minimum and maximum cost of an expression, estimated from the sizes that the schema allows.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/cost.go.
 */
export function estimateCost(checked: CheckedExpr, pathSize: PathSize): Interval {
  return new Estimator(checked, pathSize).cost(checked.expr);
}

const zero = pointInterval(0n);
const access = pointInterval(BigInt(baseCosts.access));
/** The start of a union of intervals: contains no value. */
const emptyInterval: Interval = { min: noLimit, max: 0n };

class Estimator {
  readonly #checked: CheckedExpr;
  readonly #pathSize: PathSize;
  readonly #sizes: ExpressionSizes;

  constructor(checked: CheckedExpr, pathSize: PathSize) {
    this.#checked = checked;
    this.#pathSize = pathSize;
    this.#sizes = new ExpressionSizes(checked, pathSize);
  }

  cost(expr: Expr): Interval {
    switch (expr.kind) {
      case "literal":
        return zero;
      case "ident":
        this.#sizes.setVariable(expr);
        return access;
      case "select":
        return this.#qualifiedName(expr) ?? this.#selectCost(expr);
      case "call":
        return this.#callCost(expr);
      case "list":
        return this.#listCost(expr);
      case "map":
        return this.#mapCost(expr);
      case "struct":
        return expr.fields.reduce(
          (sum, { value }) => addIntervals(sum, this.cost(value)),
          pointInterval(BigInt(baseCosts.struct)),
        );
      case "comprehension":
        return isBinding(expr) ? this.#bindingCost(expr) : this.#loopCost(expr);
    }
  }

  /** The cost of a chain of fields that is a qualified name, the same as of a simple name; undefined for other chains. */
  #qualifiedName(expr: Expr): Interval | undefined {
    const name = this.#checked.names[expr.id];
    if (name === undefined) return undefined;
    this.#sizes.setPath(expr, SharedPath.none.with(name));
    return access;
  }

  #selectCost(expr: Expr & { kind: "select" }): Interval {
    const operand = this.cost(expr.operand);
    if (expr.isTest) return operand;
    const { kind } = this.#checked.typeOf(expr.operand);
    const isStep = kind === "map" || kind === "struct" || kind === "parameter";
    this.#sizes.setPath(expr, this.#sizes.path(expr.operand).with(expr.field));
    return isStep ? addIntervals(operand, access) : operand;
  }

  #listCost(expr: Expr & { kind: "list" }): Interval {
    let sum = pointInterval(BigInt(baseCosts.list));
    let value: Interval = expr.items.length === 0 ? zero : emptyInterval;
    for (const item of expr.items) {
      sum = addIntervals(sum, this.cost(item));
      value = union(value, this.#sizes.sizeOrUnknown(item));
    }
    this.#sizes.setEntry(expr, { kind: "list", key: pointInterval(1n), value });
    return sum;
  }

  #mapCost(expr: Expr & { kind: "map" }): Interval {
    let sum = pointInterval(BigInt(baseCosts.map));
    let [key, value]: readonly Interval[] =
      expr.entries.length === 0 ? [zero, zero] : [emptyInterval, emptyInterval];
    for (const entry of expr.entries) {
      sum = addIntervals(addIntervals(sum, this.cost(entry.key)), this.cost(entry.value));
      key = union(key ?? zero, this.#sizes.sizeOrUnknown(entry.key));
      value = union(value ?? zero, this.#sizes.sizeOrUnknown(entry.value));
    }
    this.#sizes.setEntry(expr, { kind: "map", key: key ?? zero, value: value ?? zero });
    return sum;
  }

  #callCost(expr: Call): Interval {
    const name = this.#checked.nameOf(expr.id, expr.name);
    const [first] = expr.args;
    if (name === "dyn" && first !== undefined) return this.#dynCost(expr, first);
    const isMember = expr.target !== undefined && this.#checked.names[expr.id] === undefined;
    const costs: Interval[] = [];
    const args: CostNode[] = [];
    for (const arg of expr.args) {
      costs.push(this.cost(arg));
      args.push(this.#sizes.node(arg));
    }
    const overloads = this.#checked.calls[expr.id]?.overloads ?? [];
    if (overloads.length === 0) return zero;
    const targetCost = isMember && expr.target !== undefined ? this.cost(expr.target) : zero;
    const target =
      isMember && expr.target !== undefined ? this.#sizes.node(expr.target) : undefined;
    let cost = emptyInterval;
    let size: Interval | undefined;
    for (const { id } of overloads) {
      const call = this.#overloadCost(expr, name, id, target, args, costs);
      cost = union(cost, call.cost);
      if (call.size !== undefined) size = size === undefined ? call.size : union(size, call.size);
      size = this.#indexSize(expr, id, size) ?? this.#sizes.size(expr);
    }
    if (size !== undefined) this.#sizes.setSize(expr, size);
    return addIntervals(targetCost, cost);
  }

  /** For an overload of an index: records the path of the selected value and returns its size. For any other: `size`. */
  #indexSize(expr: Call, overload: string, size: Interval | undefined): Interval | undefined {
    const [operand] = expr.args;
    if (operand === undefined || (overload !== "index_list" && overload !== "index_map"))
      return size;
    const part = overload === "index_list" ? "@items" : "@values";
    this.#sizes.setPath(expr, this.#sizes.path(operand).with(part));
    return this.#sizes.entry(operand)?.value;
  }

  /** The cost of `dyn(x)`: 1 plus the cost of its argument. The call only hides the type, so the sizes are the same. */
  #dynCost(expr: Call, arg: Expr): Interval {
    const cost = addIntervals(pointInterval(1n), this.cost(arg));
    this.#sizes.copy(expr, arg);
    return cost;
  }

  #overloadCost(
    expr: Call,
    name: string,
    overload: string,
    target: CostNode | undefined,
    args: readonly CostNode[],
    costs: readonly Interval[],
  ): CallEstimate {
    const sum = costs.reduce(addIntervals, zero);
    const call = { overload, target, args, pathSize: this.#pathSize };
    const known = libraryEstimate(name, call) ?? languageEstimate(overload, target, args);
    if (isSum(overload)) this.#sizes.joinEntries(expr, expr.args);
    if (known !== undefined) return { ...known, cost: addIntervals(known.cost, sum) };
    return (
      this.#branching(expr, overload, args, costs) ?? { cost: addIntervals(pointInterval(1n), sum) }
    );
  }

  /** The estimate for `&&`, `||` and `?:`, which do not evaluate all their operands; undefined for other overloads. */
  #branching(
    expr: Call,
    overload: string,
    args: readonly CostNode[],
    costs: readonly Interval[],
  ): CallEstimate | undefined {
    const [a, b, c] = costs;
    switch (overload) {
      case "logical_and":
      case "logical_or": {
        const first = assertDefined(a, operands);
        return {
          cost: { min: first.min, max: addIntervals(first, assertDefined(b, operands)).max },
        };
      }
      case "conditional": {
        const [yes, no] = [
          assertDefined(expr.args[1], operands),
          assertDefined(expr.args[2], operands),
        ];
        const size = union(args[1]?.size ?? anySize, args[2]?.size ?? anySize);
        this.#sizes.joinEntries(expr, [yes, no]);
        const either = union(assertDefined(b, operands), assertDefined(c, operands));
        return { cost: addIntervals(assertDefined(a, operands), either), size };
      }
      default:
        return undefined;
    }
  }

  #loopCost(expr: Comprehension): Interval {
    let sum = addIntervals(this.cost(expr.range), this.cost(expr.init));
    this.#sizes.declareValue(expr.accumulator, expr.init);
    this.#sizes.declareItems(expr);
    const condition = this.cost(expr.condition);
    const turn = addIntervals(this.cost(expr.step), condition);
    this.#sizes.undeclare(expr.variable);
    if (expr.variable2 !== undefined) this.#sizes.undeclare(expr.variable2);
    sum = addIntervals(sum, this.cost(expr.result));
    this.#sizes.undeclare(expr.accumulator);
    const count = this.#sizes.sizeOrUnknown(expr.range);
    this.#loopSizes(expr, count);
    return addIntervals(sum, productOf(count, turn));
  }

  #loopSizes(expr: Comprehension, count: Interval): void {
    const { init } = expr;
    if (init.kind === "literal") this.#sizes.setSize(expr, this.#sizes.size(init));
    else if (init.kind === "list" || init.kind === "map") {
      this.#sizes.setSize(expr, count);
      const entry = this.#sizes.entry(expr.step);
      if (entry !== undefined) this.#sizes.setEntry(expr, entry);
    }
  }

  #bindingCost(expr: Comprehension): Interval {
    const sum = addIntervals(this.cost(expr.range), this.cost(expr.init));
    this.#sizes.declareValue(expr.accumulator, expr.init);
    const result = this.cost(expr.result);
    this.#sizes.undeclare(expr.accumulator);
    this.#sizes.copy(expr, expr.result);
    return addIntervals(sum, result);
  }
}

const operands = "an operator has all its operands";
