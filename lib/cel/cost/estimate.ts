import { assertDefined } from "../../json/invariant.ts";
import type { CheckedExpr } from "../check/checker.ts";
import type { Call, Comprehension, Expr, Literal } from "../syntax/ast.ts";
import { accumulatorName, isBinding } from "../syntax/ast.ts";
import { type CelType, optionalValueType } from "../type/cel-type.ts";
import { codePointCount } from "../value/size.ts";
import {
  type CallEstimate,
  type CostNode,
  libraryEstimate,
  type PathSize,
} from "./call-estimate.ts";
import {
  addIntervals,
  anySize,
  type Interval,
  noLimit,
  pointInterval,
  productOf,
  scaleInterval,
  union,
} from "./interval.ts";
import { baseCosts, regexFactor, traversalFactor } from "./runtime-cost.ts";
import { SharedPath } from "./shared-path.ts";

/**
 * The minimum and maximum cost of an expression, estimated from the sizes that the schema allows.
 * Source: https://github.com/google/cel-go/blob/b02364524316/checker/cost.go.
 */
export function estimateCost(checked: CheckedExpr, pathSize: PathSize): Interval {
  return new Estimator(checked, pathSize).cost(checked.expr);
}

/** The sizes of the keys and values of a map, or of the indices and items of a list. */
interface EntrySize {
  readonly kind: "list" | "map";
  readonly key: Interval;
  readonly value: Interval;
}

interface LocalSize {
  readonly path: SharedPath;
  readonly size: Interval | undefined;
  readonly entry: EntrySize | undefined;
}

const zero = pointInterval(0n);
const access = pointInterval(BigInt(baseCosts.access));
const nothing: Interval = { min: noLimit, max: 0n };

class Estimator {
  readonly #checked: CheckedExpr;
  readonly #pathSize: PathSize;
  readonly #paths: SharedPath[] = [];
  readonly #sizes: (Interval | undefined)[] = [];
  readonly #entries: (EntrySize | undefined)[] = [];
  readonly #locals = new Map<string, LocalSize[]>();

  constructor(checked: CheckedExpr, pathSize: PathSize) {
    this.#checked = checked;
    this.#pathSize = pathSize;
  }

  cost(expr: Expr): Interval {
    switch (expr.kind) {
      case "literal":
        return zero;
      case "ident":
        this.#paths[expr.id] = this.#local(expr.name)?.path ?? SharedPath.none.with(expr.name);
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
    this.#paths[expr.id] = SharedPath.none.with(name);
    return access;
  }

  #type(expr: Expr): CelType {
    return this.#checked.typeOf(expr);
  }

  #local(name: string): LocalSize | undefined {
    return this.#locals.get(name)?.at(-1);
  }

  #push(name: string, local: LocalSize): void {
    const known = this.#locals.get(name);
    if (known === undefined) this.#locals.set(name, [local]);
    else known.push(local);
  }

  #pop(name: string): void {
    this.#locals.get(name)?.pop();
  }

  #path(expr: Expr): SharedPath {
    const local = expr.kind === "ident" ? this.#local(expr.name) : undefined;
    return local?.path ?? this.#paths[expr.id] ?? SharedPath.none;
  }

  #selectCost(expr: Expr & { kind: "select" }): Interval {
    const operand = this.cost(expr.operand);
    if (expr.isTest) return operand;
    const { kind } = this.#type(expr.operand);
    const isStep = kind === "map" || kind === "struct" || kind === "parameter";
    this.#paths[expr.id] = this.#path(expr.operand).with(expr.field);
    return isStep ? addIntervals(operand, access) : operand;
  }

  #listCost(expr: Expr & { kind: "list" }): Interval {
    let sum = pointInterval(BigInt(baseCosts.list));
    let value: Interval = expr.items.length === 0 ? zero : nothing;
    for (const item of expr.items) {
      sum = addIntervals(sum, this.cost(item));
      value = union(value, this.#sizeOrUnknown(item));
    }
    this.#entries[expr.id] = { kind: "list", key: pointInterval(1n), value };
    return sum;
  }

  #mapCost(expr: Expr & { kind: "map" }): Interval {
    let sum = pointInterval(BigInt(baseCosts.map));
    let [key, value]: readonly Interval[] =
      expr.entries.length === 0 ? [zero, zero] : [nothing, nothing];
    for (const entry of expr.entries) {
      sum = addIntervals(addIntervals(sum, this.cost(entry.key)), this.cost(entry.value));
      key = union(key ?? zero, this.#sizeOrUnknown(entry.key));
      value = union(value ?? zero, this.#sizeOrUnknown(entry.value));
    }
    this.#entries[expr.id] = { kind: "map", key: key ?? zero, value: value ?? zero };
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
      args.push(this.#node(arg));
    }
    const overloads = this.#checked.calls[expr.id]?.overloads ?? [];
    if (overloads.length === 0) return zero;
    const targetCost = isMember && expr.target !== undefined ? this.cost(expr.target) : zero;
    const target = isMember && expr.target !== undefined ? this.#node(expr.target) : undefined;
    let cost = nothing;
    let size: Interval | undefined;
    for (const { id } of overloads) {
      const call = this.#overloadCost(expr, name, id, target, args, costs);
      cost = union(cost, call.cost);
      if (call.size !== undefined) size = size === undefined ? call.size : union(size, call.size);
      size = this.#indexSize(expr, id, size) ?? this.#size(expr);
    }
    if (size !== undefined) this.#sizes[expr.id] = size;
    return addIntervals(targetCost, cost);
  }

  /** The size of the value that an index selects, whose path this records; `size` for an overload of another function. */
  #indexSize(expr: Call, overload: string, size: Interval | undefined): Interval | undefined {
    const [operand] = expr.args;
    if (operand === undefined || (overload !== "index_list" && overload !== "index_map"))
      return size;
    const part = overload === "index_list" ? "@items" : "@values";
    this.#paths[expr.id] = this.#path(operand).with(part);
    return this.#entry(operand)?.value;
  }

  /** The cost of `dyn(x)`: 1 plus the cost of its argument. The call only hides the type, so the sizes are the same. */
  #dynCost(expr: Call, arg: Expr): Interval {
    const cost = addIntervals(pointInterval(1n), this.cost(arg));
    this.#copySizes(expr, arg);
    return cost;
  }

  #copySizes(to: Expr, from: Expr): void {
    this.#sizes[to.id] = this.#size(from) ?? this.#sizes[to.id];
    this.#entries[to.id] = this.#entry(from) ?? this.#entries[to.id];
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
    const known = libraryEstimate(name, call) ?? this.#languageCost(expr, overload, target, args);
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
        const entry = joinedEntry(this.#entry(yes), this.#entry(no));
        if (entry !== undefined) this.#entries[expr.id] = entry;
        const either = union(assertDefined(b, operands), assertDefined(c, operands));
        return { cost: addIntervals(assertDefined(a, operands), either), size };
      }
      default:
        return undefined;
    }
  }

  #languageCost(
    expr: Call,
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
        return this.#sumCost(expr, overload, first, b?.size ?? anySize);
      default:
        return comparesSizes(overload)
          ? { cost: comparisonCost(first, b?.size ?? anySize) }
          : undefined;
    }
  }

  #sumCost(expr: Call, overload: string, a: Interval, b: Interval): CallEstimate {
    const size = addIntervals(a, b);
    const [left, right] = expr.args.map((arg) => this.#entry(arg));
    const entry = joinedEntry(left, right);
    if (entry !== undefined) this.#entries[expr.id] = entry;
    return {
      cost: overload === "add_list" ? pointInterval(1n) : scaleInterval(size, traversalFactor),
      size,
    };
  }

  #loopCost(expr: Comprehension): Interval {
    let sum = addIntervals(this.cost(expr.range), this.cost(expr.init));
    this.#pushValue(expr.accumulator, expr.init);
    this.#pushIteration(expr);
    const condition = this.cost(expr.condition);
    const turn = addIntervals(this.cost(expr.step), condition);
    this.#pop(expr.variable);
    if (expr.variable2 !== undefined) this.#pop(expr.variable2);
    sum = addIntervals(sum, this.cost(expr.result));
    this.#pop(expr.accumulator);
    const count = this.#sizeOrUnknown(expr.range);
    this.#loopSizes(expr, count);
    return addIntervals(sum, productOf(count, turn));
  }

  #loopSizes(expr: Comprehension, count: Interval): void {
    const { init } = expr;
    if (init.kind === "literal") this.#sizes[expr.id] = this.#size(init);
    else if (init.kind === "list" || init.kind === "map") {
      this.#sizes[expr.id] = count;
      const entry = this.#entry(expr.step);
      if (entry !== undefined) this.#entries[expr.id] = entry;
    }
  }

  #pushValue(name: string, value: Expr): void {
    this.#push(name, {
      path: this.#path(value),
      size: this.#size(value),
      entry: this.#entry(value),
    });
  }

  #pushIteration({ range, variable, variable2 }: Comprehension): void {
    const entry = this.#entry(range);
    const isList = (entry?.kind ?? this.#type(range).kind) === "list";
    const path = this.#path(range);
    const push = (name: string, part: string, size: Interval | undefined): void =>
      this.#push(name, { path: path.with(part), size, entry: undefined });
    if (variable2 !== undefined) {
      push(variable, isList ? "@indices" : "@keys", entry?.key);
      push(variable2, isList ? "@items" : "@values", entry?.value);
    } else push(variable, isList ? "@items" : "@keys", isList ? entry?.value : entry?.key);
  }

  #bindingCost(expr: Comprehension): Interval {
    const sum = addIntervals(this.cost(expr.range), this.cost(expr.init));
    this.#pushValue(expr.accumulator, expr.init);
    const result = this.cost(expr.result);
    this.#pop(expr.accumulator);
    this.#copySizes(expr, expr.result);
    return addIntervals(sum, result);
  }

  #node(expr: Expr): CostNode {
    const path = this.#path(expr);
    const [root] = path.steps;
    const isUseless = root === undefined || root === accumulatorName || root === "__result__";
    return {
      type: this.#type(expr),
      path: isUseless ? undefined : path,
      literal: expr.kind === "literal" ? expr : undefined,
      size: this.#size(expr),
    };
  }

  #sizeOrUnknown(expr: Expr): Interval {
    return this.#size(expr) ?? anySize;
  }

  #size(expr: Expr): Interval | undefined {
    const known = this.#sizes[expr.id] ?? ownSize(expr);
    if (known !== undefined) return known;
    const path = this.#path(expr);
    const size = path.length === 0 ? undefined : this.#pathSize(path.steps);
    if (size !== undefined) {
      this.#sizes[expr.id] = size;
      return size;
    }
    if (isScalar(this.#type(expr))) return pointInterval(1n);
    return expr.kind === "ident" ? this.#local(expr.name)?.size : undefined;
  }

  #entry(expr: Expr): EntrySize | undefined {
    const known = this.#entries[expr.id];
    if (known !== undefined || expr.kind !== "ident") return known;
    return this.#local(expr.name)?.entry;
  }
}

/** The size of the value of a literal; undefined for other expressions. */
function ownSize(expr: Expr): Interval | undefined {
  switch (expr.kind) {
    case "literal":
      return pointInterval(BigInt(literalSize(expr)));
    case "list":
      return pointInterval(BigInt(expr.items.length));
    case "map":
      return pointInterval(BigInt(expr.entries.length));
    default:
      return undefined;
  }
}

function literalSize({ value }: Literal): number {
  if (typeof value === "string") return codePointCount(value);
  return value instanceof Uint8Array ? value.length : 1;
}

function isScalar(type: CelType): boolean {
  switch (type.kind) {
    case "bool":
    case "double":
    case "duration":
    case "int":
    case "timestamp":
    case "uint":
      return true;
    default: {
      const inside = optionalValueType(type);
      return inside !== undefined && isScalar(inside);
    }
  }
}

const operands = "an operator has all its operands";

function joinedEntry(a: EntrySize | undefined, b: EntrySize | undefined): EntrySize | undefined {
  if (a === undefined || b === undefined) return undefined;
  return { kind: a.kind, key: union(a.key, b.key), value: union(a.value, b.value) };
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
