import type { Resolution } from "../library/declaration.ts";
import { operators } from "../syntax/operators.ts";
import { CelError } from "../value/value.ts";
import { callStep, optionalOr } from "./calls.ts";
import { EvaluationFrame, type PlanStep } from "./frame.ts";
import { constant, constantOf, type Plan, stepOfPlan } from "./plan.ts";
import { membershipTest, setMembership } from "./set-membership.ts";

/** The conversion functions. With a constant argument they are evaluated when the expression is compiled. */
const conversions = "bool bytes double duration dyn int string timestamp type uint".split(" ");

/** The functions whose second argument is a regular expression. */
const regexFunctions = ["matches", "find", "findAll"];

/** The functions for which `functionPlan` does more than create a call. */
const special: ReadonlySet<string> = new Set([
  ...conversions,
  ...regexFunctions,
  ...["or", "orValue", operators.in],
]);

/**
 * Plans a call. Evaluates the call now if it converts a constant. Returns an error if that fails, or if a constant regular
 * expression is invalid.
 * Source: https://github.com/google/cel-go/blob/b02364524316/interpreter/planner.go, interpreter/decorators.go.
 */
export function functionPlan(
  resolution: Resolution,
  args: readonly Plan[],
  regexFault: (pattern: string) => string | undefined,
): Plan | CelError {
  const { name } = resolution.declared;
  if (!special.has(name)) return callStep(resolution, args, false);
  const { 0: a, 1: b } = args;
  if ((name === "or" || name === "orValue") && a !== undefined && b !== undefined) {
    return optionalOr(stepOfPlan(a), stepOfPlan(b), name);
  }
  const among = name === operators.in ? amongConstants(resolution, a, b) : undefined;
  if (among !== undefined) return among;
  const pattern = regexFunctions.includes(name) ? constantOf(b) : undefined;
  const hasKnownPattern = typeof pattern === "string";
  const fault = hasKnownPattern ? regexFault(pattern) : undefined;
  if (fault !== undefined) return new CelError(fault);
  const run = callStep(resolution, args, hasKnownPattern);
  const isFoldable = args.length === 1 && constantOf(a) !== undefined && conversions.includes(name);
  return isFoldable ? constantFolded(run) : run;
}

/** The plan for `value in list` if the list is a constant and has only scalars; undefined for any other call. */
function amongConstants(
  { overloads }: Resolution,
  value: Plan | undefined,
  list: Plan | undefined,
): Plan | undefined {
  const isInList = overloads.length === 1 && overloads[0]?.id === "in_list";
  const known = constantOf(list);
  if (!isInList || value === undefined || known === undefined) return undefined;
  const isMember = membershipTest(known);
  if (isMember === false) return constant(false);
  return isMember === undefined ? undefined : setMembership(stepOfPlan(value), isMember);
}

/** Evaluates a step that uses no variables. Returns its value as a plan, or its error. */
function constantFolded(run: PlanStep): Plan | CelError {
  const value = run(new EvaluationFrame([], Number.POSITIVE_INFINITY));
  return value instanceof CelError ? value : constant(value);
}
