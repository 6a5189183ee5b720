import { assertDefined } from "../../json/invariant.ts";
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
import { type Plan, stepOfPlan } from "./plan.ts";

/**
 * The step for `a && b` or `a || b`. If one operand is the value `decides`, the result is this value, even if the other
 * operand is an error.
 */
export function logicalStep(a: PlanStep, b: PlanStep, decides: boolean): PlanStep {
  return (frame) => {
    const first = a(frame);
    if (first === decides) return decides;
    const second = b(frame);
    if (second === decides) return decides;
    if (typeof first !== "boolean") return errorOr(first);
    return typeof second === "boolean" ? second : errorOr(second);
  };
}

/** The step for `a == b` or `a != b`. */
export function equality(a: PlanStep, b: PlanStep, operator: string): PlanStep {
  const isEquals = operator === operators.equals;
  return (frame) => {
    const [left, right] = [a(frame), b(frame)];
    const fault = left instanceof CelError ? left : right;
    const isEqual = fault instanceof CelError ? fault : equalValues(left, right);
    // A comparison that crashes costs nothing.
    frame.charge(isEquals ? equalityCost(left, right) : inequalityCost(left, right));
    if (fault instanceof CelError) return fault;
    return isEquals ? isEqual : isEqual !== true;
  };
}

/**
 * The step for `optional.or(other)` or `optional.orValue(other)`. `other` is evaluated only if the optional has no
 * value.
 */
export function optionalOr(optional: PlanStep, other: PlanStep, name: "or" | "orValue"): PlanStep {
  return (frame) => {
    const value = optional(frame);
    if (!(value instanceof Optional)) return value;
    if (value.value === undefined) return other(frame);
    return name === "or" ? value : value.value;
  };
}

/** True if the server stops at the first argument that fails, and charges the cost of the call only if it is the last. */
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

/** The implementation and cost of a call, cached by overload, or by function if several overloads match. */
function prepareCall(declared: FunctionDeclaration, only: Overload | undefined): Prepared {
  const known = preparations.get(only ?? declared);
  if (known !== undefined) return known;
  const run = implementationOf(declared, only);
  const fresh = { run, cost: callCost(declared.name, only?.id ?? "") };
  preparations.set(only ?? declared, fresh);
  return fresh;
}

/** Creates the step for a call. `hasKnownPattern` is true if its regular expression is a constant. */
export function callStep(
  { declared, overloads }: Resolution,
  args: readonly Plan[],
  hasKnownPattern: boolean,
): PlanStep {
  const only = overloads.length === 1 ? overloads[0] : undefined;
  const { run, cost } = prepareCall(declared, only);
  const { 0: a, 1: b, length } = args;
  if (a === undefined) return variadicCall([], run, cost);
  if (b === undefined) {
    return declared.name === operators.notStrictlyFalse
      ? notStrictlyFalse(stepOfPlan(a))
      : unary(stepOfPlan(a), run, cost);
  }
  if (stopsEarly(only, declared, length, hasKnownPattern)) {
    return variadicCall(args.map(stepOfPlan), hasKnownPattern ? ofText(run) : run, cost);
  }
  return typeof cost === "number"
    ? binary(stepOfPlan(a), stepOfPlan(b), run, cost)
    : binaryWithCost(stepOfPlan(a), stepOfPlan(b), run, cost);
}

/**
 * Wraps a function of a text, a constant pattern and sometimes a limit. The server compiles the pattern beforehand and
 * replaces the function by one whose error does not name the argument types.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/library/regex.go;
 * https://github.com/google/cel-go/blob/b02364524316/interpreter/optimizations.go.
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

/** The step for a call of two arguments whose cost depends on them. */
function binaryWithCost(a: PlanStep, b: PlanStep, run: Implementation, cost: CallCost): PlanStep {
  return (frame) => {
    const left = a(frame);
    const right = b(frame);
    const result = isError(left) ? left : isError(right) ? right : run(left, right);
    return chargedResult(frame, cost, [left, right], result);
  };
}

/** The step for a call of two arguments whose cost is constant. */
function binary(a: PlanStep, b: PlanStep, run: Implementation, cost: number): PlanStep {
  return (frame) => {
    const left = a(frame);
    const right = b(frame);
    const result = isError(left) ? left : isError(right) ? right : run(left, right);
    frame.charge(cost);
    return result;
  };
}

/** The step for the loop condition of a quantifier: true for every value except false, even for an error. */
function notStrictlyFalse(a: PlanStep): PlanStep {
  return (frame) => {
    const value = a(frame);
    frame.charge(1);
    return value !== false;
  };
}

/** True for a CelError. Faster than `instanceof` alone, because scalars are excluded first. */
function isError(value: CelValue): value is CelError {
  return typeof value === "object" && value instanceof CelError;
}

/** Adds the cost of a call to the frame and returns the result. */
function chargedResult(
  frame: EvaluationFrame,
  cost: CallCost,
  values: readonly CelValue[],
  result: CelValue,
): CelValue {
  frame.charge(typeof cost === "number" ? cost : cost(values, result));
  return result;
}

function variadicCall(args: readonly PlanStep[], run: Implementation, cost: CallCost): PlanStep {
  return (frame) => {
    const values: CelValue[] = [];
    for (const arg of args) {
      const value = arg(frame);
      values.push(value);
      if (!(value instanceof CelError)) continue;
      return values.length === args.length ? chargedResult(frame, cost, values, value) : value;
    }
    return chargedResult(frame, cost, values, run(...values));
  };
}

/**
 * The implementation of a call: that of the function, of the only overload, or of the first overload whose types match
 * the values.
 */
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
            isOfType(
              assertDefined(values[index], "each argument of the overload has a value"),
              type,
            ),
          ));
      if (fits && overload.run !== undefined) return overload.run(...values);
    }
    const types = values.map(typeNameOf).join(", ");
    return new CelError(`no such overload: ${declared.name}(${types})`);
  };
}

/** True if a value has the declared type. Of a list or map, only the first entry is checked. */
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
