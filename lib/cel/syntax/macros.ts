import { assertDefined } from "../../json/invariant.ts";
import type { Comprehension, Expr } from "./ast.ts";
import { accumulatorName } from "./ast.ts";
import type { ExprFactory, LoopVariables, MacroLoop } from "./expr-factory.ts";
import { operators } from "./operators.ts";

/** Why and where a macro can't be expanded. */
export interface MacroFault {
  readonly fault: string;
  readonly at: number;
}

/** A member call that may be a macro. `at` is its position, which the nodes that the expansion adds get. */
interface MacroCall {
  readonly make: ExprFactory;
  readonly at: number;
  readonly target: Expr;
  readonly args: readonly Expr[];
}

type Macro = (call: MacroCall) => Expr | MacroFault;

const simpleName = "argument must be a simple name";
const identifier = "argument is not an identifier";

/**
 * The macros that are called as members (`list.all(…)`), by name, with their minimum and maximum number of arguments.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/macro.go, ext/comprehensions.go, ext/lists.go,
 * cel/library.go.
 */
const macros: ReadonlyMap<string, readonly [fewest: number, most: number, Macro]> = new Map([
  ["all", [2, 3, (call) => quantifierLoop(call, allOf)]],
  ["exists", [2, 3, (call) => quantifierLoop(call, existsIn)]],
  ["exists_one", [2, 3, (call) => quantifierLoop(call, existsOnce)]],
  ["existsOne", [3, 3, (call) => quantifierLoop(call, existsOnce)]],
  ["map", [2, 3, (call) => mapLoop(call, call.args.length === 3 ? call.args[1] : undefined)]],
  ["filter", [2, 2, filterLoop]],
  ["transformList", [3, 4, (call) => transformLoop(call, toList)]],
  ["transformMap", [3, 4, (call) => transformLoop(call, toMap)]],
  ["transformMapEntry", [3, 4, (call) => transformLoop(call, toMapEntry)]],
  ["optMap", [2, 2, (call) => optionalMacro(call, "optMap")]],
  ["optFlatMap", [2, 2, (call) => optionalMacro(call, "optFlatMap")]],
  ["sortBy", [2, 2, sortedBy]],
]);

/** Expands a member call; undefined if no macro has this name and number of arguments. */
export function expandMemberMacro(name: string, call: MacroCall): Expr | MacroFault | undefined {
  const macro = macros.get(name);
  if (macro === undefined) return undefined;
  const { 0: fewest, 1: most, 2: expand } = macro;
  const { length } = call.args;
  return length < fewest || length > most ? undefined : expand(call);
}

const withinLimits = "the number of arguments is within the limits of the macro";

function lastArgument({ args }: MacroCall): Expr {
  return assertDefined(args.at(-1), withinLimits);
}

/** Expands the macro `has(x.field)`. */
export function expandHas(make: ExprFactory, at: number, arg: Expr): Expr | MacroFault {
  return arg.kind === "select"
    ? make.select(at, arg.operand, arg.field, true)
    : { fault: "invalid argument to has() macro", at: arg.at };
}

/** Reads the `count` loop variables from the arguments of a macro. Two variables must have different names. */
function variablesOf(
  { args }: MacroCall,
  count: number,
  complaint: string,
): LoopVariables | MacroFault {
  const { 0: first, 1: second } = args;
  if (first?.kind !== "ident") return { fault: complaint, at: first?.at ?? 0 };
  const { name: variable } = first;
  if (count === 1) {
    return isAccumulator(variable) ? overwritingFault(first) : { variable, variable2: undefined };
  }
  if (second?.kind !== "ident") return { fault: complaint, at: second?.at ?? 0 };
  const { name: variable2, at } = second;
  if (variable === variable2) return { fault: `duplicate variable name: ${variable}`, at };
  if (isAccumulator(variable)) return overwritingFault(first);
  return isAccumulator(variable2) ? overwritingFault(second) : { variable, variable2 };
}

function isAccumulator(name: string): boolean {
  return name === accumulatorName || name === "__result__";
}

function overwritingFault({ at }: Expr): MacroFault {
  return { fault: "iteration variable overwrites accumulator variable", at };
}

function loopComprehension(
  call: MacroCall,
  variables: LoopVariables | MacroFault,
  loop: MacroLoop,
): Expr | MacroFault {
  if ("fault" in variables) return variables;
  return call.make.comprehension(call.at, call.target, variables, loop);
}

/** Expands a quantifier with one or two variables. The predicate is its last argument. */
function quantifierLoop(
  call: MacroCall,
  loop: (call: MacroCall, predicate: Expr) => MacroLoop,
): Expr | MacroFault {
  const { args } = call;
  const variables = variablesOf(call, args.length - 1, simpleName);
  return loopComprehension(
    call,
    variables,
    loop(call, assertDefined(args.at(-1), "a quantifier has two or three arguments")),
  );
}

function allOf({ make, at }: MacroCall, predicate: Expr): MacroLoop {
  return {
    init: make.literal(at, true),
    condition: make.call(at, operators.notStrictlyFalse, [make.accumulator(at)]),
    step: make.call(at, operators.and, [make.accumulator(at), predicate]),
    result: make.accumulator(at),
  };
}

function existsIn({ make, at }: MacroCall, predicate: Expr): MacroLoop {
  const no = make.call(at, operators.not, [make.accumulator(at)]);
  return {
    init: make.literal(at, false),
    condition: make.call(at, operators.notStrictlyFalse, [no]),
    step: make.call(at, operators.or, [make.accumulator(at), predicate]),
    result: make.accumulator(at),
  };
}

function existsOnce({ make, at }: MacroCall, predicate: Expr): MacroLoop {
  const more = make.call(at, operators.add, [make.accumulator(at), make.literal(at, 1)]);
  return {
    init: make.literal(at, 0),
    condition: make.literal(at, true),
    step: make.call(at, operators.conditional, [predicate, more, make.accumulator(at)]),
    result: make.call(at, operators.equals, [make.accumulator(at), make.literal(at, 1)]),
  };
}

/** A loop that collects results. Items that don't pass the filter are skipped. */
function collectingLoop(
  { make, at }: MacroCall,
  init: Expr,
  step: Expr,
  filter: Expr | undefined,
): MacroLoop {
  return {
    init,
    condition: make.literal(at, true),
    step:
      filter === undefined
        ? step
        : make.call(at, operators.conditional, [filter, step, make.accumulator(at)]),
    result: make.accumulator(at),
  };
}

function appendCall({ make, at }: MacroCall, item: Expr): Expr {
  return make.call(at, operators.add, [make.accumulator(at), make.list(at, [item])]);
}

/** A loop that collects, for each item, the value of the last argument. */
function mapLoop(call: MacroCall, filter: Expr | undefined): Expr | MacroFault {
  const { make, at } = call;
  const step = appendCall(call, lastArgument(call));
  const loop = collectingLoop(call, make.list(at, []), step, filter);
  return loopComprehension(call, variablesOf(call, 1, identifier), loop);
}

function filterLoop(call: MacroCall): Expr | MacroFault {
  const [item, predicate] = call.args;
  const step = appendCall(call, assertDefined(item, withinLimits));
  const loop = collectingLoop(call, call.make.list(call.at, []), step, predicate);
  return loopComprehension(call, variablesOf(call, 1, identifier), loop);
}

/** For a macro with two variables: the initial accumulator, and the step that adds a result to it. */
type Transformation = (
  call: MacroCall,
  key: string,
  item: Expr,
) => { readonly init: Expr; readonly step: Expr };

function transformLoop(call: MacroCall, transformation: Transformation): Expr | MacroFault {
  const { args } = call;
  const variables = variablesOf(call, 2, simpleName);
  const filter = args.length === 4 ? args[2] : undefined;
  const key = "variable" in variables ? variables.variable : "";
  const { init, step } = transformation(call, key, lastArgument(call));
  return loopComprehension(call, variables, collectingLoop(call, init, step, filter));
}

function toList(call: MacroCall, _key: string, item: Expr): ReturnType<Transformation> {
  return { init: call.make.list(call.at, []), step: appendCall(call, item) };
}

function toMap({ make, at }: MacroCall, key: string, item: Expr): ReturnType<Transformation> {
  const step = [make.accumulator(at), make.ident(at, key), item];
  return { init: make.map(at, []), step: make.call(at, operators.mapInsert, step) };
}

function toMapEntry({ make, at }: MacroCall, _key: string, item: Expr): ReturnType<Transformation> {
  return {
    init: make.map(at, []),
    step: make.call(at, operators.mapInsert, [make.accumulator(at), item]),
  };
}

/** Gives a value a name, by a comprehension without iterations. */
function bindComprehension(
  { make, at }: MacroCall,
  name: string,
  value: Expr,
  result: Expr,
): Comprehension {
  const variables = { variable: "#unused", variable2: undefined };
  const [condition, step] = [make.literal(at, false), make.ident(at, name)];
  const loop = { init: value, condition, step, result };
  return make.comprehension(at, make.list(at, []), variables, loop, name);
}

function optionalMacro(call: MacroCall, name: "optMap" | "optFlatMap"): Expr | MacroFault {
  const { make, at, target, args } = call;
  const [variable] = args;
  if (variable?.kind !== "ident") {
    const fault = `${name}() variable name must be a simple identifier`;
    return { fault, at: variable?.at ?? at };
  }
  const value = make.call(at, "value", [], make.repeat(target));
  const binding = bindComprehension(call, variable.name, value, lastArgument(call));
  return make.call(at, operators.conditional, [
    make.call(at, "hasValue", [], target),
    name === "optMap" ? make.call(at, "optional.of", [binding]) : binding,
    make.call(at, "optional.none", []),
  ]);
}

function sortedBy(call: MacroCall): Expr | MacroFault {
  const { make, at, target } = call;
  if (!["list", "select", "ident", "comprehension", "call"].includes(target.kind)) {
    const fault =
      "sortBy can only be applied to a list, identifier, comprehension, call or select expression";
    return { fault, at: target.at };
  }
  const name = "@__sortBy_input__";
  const keys = mapLoop({ ...call, target: make.ident(at, name) }, undefined);
  if ("fault" in keys) return keys;
  const sorted = make.call(at, "@sortByAssociatedKeys", [keys], make.ident(at, name));
  return bindComprehension(call, name, target, sorted);
}
