import { known } from "../../json/invariant.ts";
import { type CallCost, callCost, equalityCost, inequalityCost } from "../cost/runtime-cost.ts";
import type {
  FunctionDeclaration,
  Implementation,
  Overload,
  Resolution,
} from "../library/declaration.ts";
import { operators } from "../syntax/operators.ts";
import type { CelType } from "../type/cel-type.ts";
import { equalValues } from "../value/equality.ts";
import { isInt } from "../value/int.ts";
import { typeNameOf } from "../value/type-name.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  errorOr,
  noSuchOverload,
  Optional,
} from "../value/value.ts";
import type { EvaluationFrame, PlanStep } from "./frame.ts";
import { type Plan, stepOf } from "./plan.ts";

/** `a && b`, `a || b`: the deciding value wins, even over an error. */
export function logical(a: PlanStep, b: PlanStep, decides: boolean): PlanStep {
  return (frame) => {
    const first = a(frame);
    if (first === decides) return decides;
    const second = b(frame);
    if (second === decides) return decides;
    if (typeof first !== "boolean") return errorOr(first);
    return typeof second === "boolean" ? second : errorOr(second);
  };
}

/** `a == b` and `a != b`. */
export function equality(a: PlanStep, b: PlanStep, operator: string): PlanStep {
  const isEquals = operator === operators.equals;
  return (frame) => {
    const [left, right] = [a(frame), b(frame)];
    frame.charge(isEquals ? equalityCost(left, right) : inequalityCost(left, right));
    if (left instanceof CelError) return left;
    if (right instanceof CelError) return right;
    const isEqual = equalValues(left, right);
    return isEquals ? isEqual : isEqual !== true;
  };
}

/** `optional.or(other)` and `optional.orValue(other)`: `other` is evaluated only when it is needed. */
export function optionalOr(optional: PlanStep, other: PlanStep, name: "or" | "orValue"): PlanStep {
  return (frame) => {
    const value = optional(frame);
    if (!(value instanceof Optional)) return value;
    if (value.value === undefined) return other(frame);
    return name === "or" ? value : value.value;
  };
}

/** True where the server stops at the first failing argument, before it charges the call. */
function stopsEarly(
  overload: Overload | undefined,
  declared: FunctionDeclaration,
  count: number,
  hasKnownPattern: boolean,
): boolean {
  if (count > 2 || hasKnownPattern || overload?.id === "string_format") return true;
  if (overload !== undefined || declared.run !== undefined) return false;
  return declared.overloads.filter(({ run }) => run !== undefined).length > 1;
}

/** The implementation and the cost of a call. */
interface Prepared {
  readonly run: Implementation;
  readonly cost: CallCost;
}

const preparations = new WeakMap<Overload | FunctionDeclaration, Prepared>();

/** Cached by overload, or by function where several overloads fit. */
function prepared(declared: FunctionDeclaration, only: Overload | undefined): Prepared {
  const known = preparations.get(only ?? declared);
  if (known !== undefined) return known;
  const run = implementationOf(declared, only);
  const fresh = { run, cost: callCost(declared.name, only?.id ?? "") };
  preparations.set(only ?? declared, fresh);
  return fresh;
}

/** The step of a call. `hasKnownPattern`: the regular expression is a constant. */
export function call(
  { declared, overloads }: Resolution,
  args: readonly Plan[],
  hasKnownPattern: boolean,
): PlanStep {
  const only = overloads.length === 1 ? overloads[0] : undefined;
  const { run, cost } = prepared(declared, only);
  const { 0: a, 1: b, length } = args;
  if (a === undefined) return many([], run, cost);
  if (b === undefined) {
    return declared.name === operators.notStrictlyFalse
      ? notStrictlyFalse(stepOf(a))
      : unary(stepOf(a), run, cost);
  }
  if (stopsEarly(only, declared, length, hasKnownPattern)) {
    return many(args.map(stepOf), hasKnownPattern ? ofText(run) : run, cost);
  }
  return typeof cost === "number"
    ? binary(stepOf(a), stepOf(b), run, cost)
    : weighed(stepOf(a), stepOf(b), run, cost);
}

/**
 * A function of a text, a constant pattern and sometimes a limit. The server compiles the pattern beforehand and replaces
 * the function by one that does not name the types it was called with.
 * Source: https://github.com/kubernetes/apiserver/blob/v0.36.3/pkg/cel/library/regex.go;
 * https://github.com/google/cel-go/blob/v0.26.0/interpreter/optimizations.go.
 */
function ofText(run: Implementation): Implementation {
  return (...values) => {
    const [text, , limit = -1] = values;
    return typeof text === "string" && isInt(limit) ? run(...values) : noSuchOverload;
  };
}

function unary(a: PlanStep, run: Implementation, cost: CallCost): PlanStep {
  return (frame) => {
    const value = a(frame);
    const result = isError(value) ? value : run(value);
    frame.charge(typeof cost === "number" ? cost : cost([value], result));
    return result;
  };
}

/** A call of two arguments whose cost depends on them. */
function weighed(a: PlanStep, b: PlanStep, run: Implementation, cost: CallCost): PlanStep {
  return (frame) => {
    const left = a(frame);
    const right = b(frame);
    const result = isError(left) ? left : isError(right) ? right : run(left, right);
    return charged(frame, cost, [left, right], result);
  };
}

/** A call of two arguments whose cost is always the same. */
function binary(a: PlanStep, b: PlanStep, run: Implementation, cost: number): PlanStep {
  return (frame) => {
    const left = a(frame);
    const right = b(frame);
    const result = isError(left) ? left : isError(right) ? right : run(left, right);
    frame.charge(cost);
    return result;
  };
}

/** The loop condition of a quantifier: true for everything but false, errors included. */
function notStrictlyFalse(a: PlanStep): PlanStep {
  return (frame) => {
    const value = a(frame);
    frame.charge(1);
    return value !== false;
  };
}

/** True for a CelError; faster than `instanceof` alone, because it rules out scalars first. */
function isError(value: CelValue): value is CelError {
  return typeof value === "object" && value instanceof CelError;
}

/** Charges the cost and returns the result. */
function charged(
  frame: EvaluationFrame,
  cost: CallCost,
  values: readonly CelValue[],
  result: CelValue,
): CelValue {
  frame.charge(typeof cost === "number" ? cost : cost(values, result));
  return result;
}

function many(args: readonly PlanStep[], run: Implementation, cost: CallCost): PlanStep {
  return (frame) => {
    const values: CelValue[] = [];
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (!(value instanceof CelError)) continue;
      return values.length === args.length ? charged(frame, cost, values, value) : value;
    }
    return charged(frame, cost, values, run(...values));
  };
}

/** The implementation of a call: the function's, the overload's, or that of the first overload that fits the values. */
function implementationOf(
  declared: FunctionDeclaration,
  only: Overload | undefined,
): Implementation {
  if (declared.run !== undefined) return declared.run;
  const candidates = only === undefined ? declared.overloads : [only];
  const bound = candidates.filter(({ run }) => run !== undefined);
  const single = bound.length === 1 ? bound[0] : undefined;
  if (single?.run !== undefined && declared.hasNoTypeGuard) return single.run;
  return (...values) => {
    for (const overload of bound) {
      const fits =
        overload.args.length === values.length &&
        (declared.hasNoTypeGuard ||
          overload.args.every((type, index) =>
            isOfType(known(values[index], "there are as many values as arguments"), type),
          ));
      if (fits && overload.run !== undefined) return overload.run(...values);
    }
    const types = values.map(typeNameOf).join(", ");
    return new CelError(`no such overload: ${declared.name}(${types})`);
  };
}

/** True for a value of a declared type. Only the first entry of a list or map is checked. */
function isOfType(value: CelValue, type: CelType): boolean {
  switch (type.kind) {
    case "dyn":
    case "any":
    case "parameter":
      return true;
    case "string":
      return typeof value === "string";
    case "list":
      return value instanceof CelList && isListOf(value, type.parameters[0]);
    case "map":
      return value instanceof CelMap && isMapOf(value, type.parameters);
    default:
      return typeNameOf(value) === type.name;
  }
}

function isListOf(list: CelList, type: CelType | undefined): boolean {
  return list.size() === 0 || type === undefined || isOfType(list.get(0), type);
}

function isMapOf(map: CelMap, [keyType, valueType]: readonly CelType[]): boolean {
  for (const key of map.keys()) {
    const value = map.find(key) ?? null;
    return (
      (keyType === undefined || isOfType(key, keyType)) &&
      (valueType === undefined || isOfType(value, valueType))
    );
  }
  return true;
}
