import type { Resolution } from "../library/declaration.ts";
import { operators } from "../syntax/operators.ts";
import { CelError } from "../value/value.ts";
import { call, otherwise } from "./calls.ts";
import { Frame, type Step } from "./frame.ts";
import { lookUp, membership } from "./membership.ts";
import { constant, constantOf, type Plan, stepOf } from "./plan.ts";

/** Functions that convert: of a constant they make a constant. */
const conversions = "bool bytes double duration dyn int string timestamp type uint".split(" ");

/** Functions whose second argument is a regular expression. */
const regexFunctions = ["matches", "find", "findAll"];

/** Functions of which there is more to know than what runs them. */
const special: ReadonlySet<string> = new Set([
  ...conversions,
  ...regexFunctions,
  ...["or", "orValue", operators.in],
]);

/**
 * A call of a function, worked out now where it may be; an error where it can only fail.
 * Source: github.com/google/cel-go@v0.26.0 interpreter/planner.go, interpreter/decorators.go.
 */
export function functionPlan(
  resolution: Resolution,
  args: readonly Plan[],
  regexFault: (pattern: string) => string | undefined,
): Plan | CelError {
  const { name } = resolution.declared;
  if (!special.has(name)) return call(resolution, args, false);
  const { 0: a, 1: b } = args;
  if ((name === "or" || name === "orValue") && a !== undefined && b !== undefined) {
    return otherwise(stepOf(a), stepOf(b), name);
  }
  const among = name === operators.in ? amongConstants(resolution, a, b) : undefined;
  if (among !== undefined) return among;
  const pattern = regexFunctions.includes(name) ? constantOf(b) : undefined;
  const hasKnownPattern = typeof pattern === "string";
  const fault = hasKnownPattern ? regexFault(pattern) : undefined;
  if (fault !== undefined) return new CelError(fault);
  const run = call(resolution, args, hasKnownPattern);
  const isFoldable = args.length === 1 && constantOf(a) !== undefined && conversions.includes(name);
  return isFoldable ? folded(run) : run;
}

/** The question whether a list of constants holds a value; undefined where it is no such question. */
function amongConstants(
  { overloads }: Resolution,
  value: Plan | undefined,
  list: Plan | undefined,
): Plan | undefined {
  const isInList = overloads.length === 1 && overloads[0]?.id === "in_list";
  const known = constantOf(list);
  if (!isInList || value === undefined || known === undefined) return undefined;
  const isMember = membership(known);
  if (isMember === false) return constant(false);
  return isMember === undefined ? undefined : lookUp(stepOf(value), isMember);
}

/** A step that needs no variables, done. */
function folded(run: Step): Plan | CelError {
  const value = run(new Frame([], Number.POSITIVE_INFINITY));
  return value instanceof CelError ? value : constant(value);
}
