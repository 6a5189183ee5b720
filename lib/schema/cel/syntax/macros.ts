import type { Comprehension, Expr } from "./ast.ts";
import { accumulatorName } from "./ast.ts";
import type { NodeMaker } from "./node-maker.ts";
import { operators } from "./operators.ts";

/** Why a macro cannot be expanded, and where. */
export interface MacroFault {
  readonly fault: string;
  readonly at: number;
}

/** A call that looks like a macro's. `at` is the call's own place: what the macro makes stands there. */
interface MacroCall {
  readonly make: NodeMaker;
  readonly at: number;
  readonly target: Expr;
  readonly args: readonly Expr[];
}

type Macro = (call: MacroCall) => Expr | MacroFault;

const simpleName = "argument must be a simple name";
const identifier = "argument is not an identifier";

/**
 * The macros that follow a range or an optional, by name and number of arguments.
 * Source: github.com/google/cel-go@v0.26.0 parser/macro.go, ext/comprehensions.go, ext/lists.go, cel/library.go.
 */
const macros: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ["all/2", (call) => quantified(call, allOf)],
  ["all/3", (call) => quantified(call, allOf)],
  ["exists/2", (call) => quantified(call, existsIn)],
  ["exists/3", (call) => quantified(call, existsIn)],
  ["exists_one/2", (call) => quantified(call, existsOnce)],
  ["exists_one/3", (call) => quantified(call, existsOnce)],
  ["existsOne/3", (call) => quantified(call, existsOnce)],
  ["map/2", (call) => mapped(call, undefined, call.args[1])],
  ["map/3", (call) => mapped(call, call.args[1], call.args[2])],
  ["filter/2", filtered],
  ["transformList/3", (call) => transformed(call, toList)],
  ["transformList/4", (call) => transformed(call, toList)],
  ["transformMap/3", (call) => transformed(call, toMap)],
  ["transformMap/4", (call) => transformed(call, toMap)],
  ["transformMapEntry/3", (call) => transformed(call, toMapEntry)],
  ["transformMapEntry/4", (call) => transformed(call, toMapEntry)],
  [
    "optMap/2",
    (call) => optional(call, "optMap", (value) => call.make.call(call.at, "optional.of", [value])),
  ],
  ["optFlatMap/2", (call) => optional(call, "optFlatMap", (value) => value)],
  ["sortBy/2", sortedBy],
]);

/** The expansion of a call that follows something; undefined where it is no macro. */
export function expandMemberMacro(name: string, call: MacroCall): Expr | MacroFault | undefined {
  return macros.get(`${name}/${call.args.length}`)?.(call);
}

/** The expansion of `has(x.field)`. */
export function expandHas(make: NodeMaker, at: number, arg: Expr): Expr | MacroFault {
  return arg.kind === "select"
    ? make.select(at, arg.operand, arg.field, true)
    : { fault: "invalid argument to has() macro", at: arg.at };
}

/** A loop's variables: one, or an index or key with its value. */
type Variables = Pick<Comprehension, "variable" | "variable2">;

/** The part of a loop that differs between macros. */
type Loop = Pick<Comprehension, "init" | "condition" | "step" | "result">;

/** The variables, and the arguments behind them; of two or more variables the arguments must differ in name. */
function variablesOf(
  { args }: MacroCall,
  count: number,
  complaint: string,
): Variables | MacroFault {
  const names: string[] = [];
  for (const arg of args.slice(0, count)) {
    if (arg.kind !== "ident") return { fault: complaint, at: arg.at };
    names.push(arg.name);
  }
  const [variable = "", variable2] = names;
  const last = args[count - 1]?.at ?? 0;
  if (variable === variable2) return { fault: `duplicate variable name: ${variable}`, at: last };
  const reserved = names.findIndex((name) => name === accumulatorName || name === "__result__");
  if (reserved < 0) return { variable, variable2 };
  const fault = "iteration variable overwrites accumulator variable";
  return { fault, at: args[reserved]?.at ?? 0 };
}

function looped(
  call: MacroCall,
  variables: Variables | MacroFault,
  loop: () => Loop,
): Expr | MacroFault {
  if ("fault" in variables) return variables;
  const { variable, variable2 } = variables;
  const { init, condition, step, result } = loop();
  return call.make.comprehension(call.at, {
    range: call.target,
    variable,
    variable2,
    accumulator: accumulatorName,
    init,
    condition,
    step,
    result,
  });
}

/** A quantifier over one variable or two: the predicate is the last argument. */
function quantified(
  call: MacroCall,
  loop: (call: MacroCall, predicate: Expr) => Loop,
): Expr | MacroFault {
  const predicate = call.args.at(-1) ?? call.target;
  const variables = variablesOf(call, call.args.length - 1, simpleName);
  return looped(call, variables, () => loop(call, predicate));
}

function allOf({ make, at }: MacroCall, predicate: Expr): Loop {
  return {
    init: make.literal(at, true),
    condition: make.call(at, operators.notStrictlyFalse, [make.accumulator(at)]),
    step: make.call(at, operators.and, [make.accumulator(at), predicate]),
    result: make.accumulator(at),
  };
}

function existsIn({ make, at }: MacroCall, predicate: Expr): Loop {
  const no = make.call(at, operators.not, [make.accumulator(at)]);
  return {
    init: make.literal(at, false),
    condition: make.call(at, operators.notStrictlyFalse, [no]),
    step: make.call(at, operators.or, [make.accumulator(at), predicate]),
    result: make.accumulator(at),
  };
}

function existsOnce({ make, at }: MacroCall, predicate: Expr): Loop {
  const more = make.call(at, operators.add, [make.accumulator(at), make.literal(at, 1)]);
  return {
    init: make.literal(at, 0),
    condition: make.literal(at, true),
    step: make.call(at, operators.conditional, [predicate, more, make.accumulator(at)]),
    result: make.call(at, operators.equals, [make.accumulator(at), make.literal(at, 1)]),
  };
}

/** A loop that collects; what does not pass the filter leaves the accumulator as it is. */
function collecting(
  { make, at }: MacroCall,
  init: Expr,
  step: Expr,
  filter: Expr | undefined,
): Loop {
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

function appended({ make, at }: MacroCall, item: Expr): Expr {
  return make.call(at, operators.add, [make.accumulator(at), make.list(at, [item])]);
}

function mapped(
  call: MacroCall,
  filter: Expr | undefined,
  item: Expr | undefined,
): Expr | MacroFault {
  return looped(call, variablesOf(call, 1, identifier), () =>
    collecting(call, call.make.list(call.at, []), appended(call, item ?? call.target), filter),
  );
}

function filtered(call: MacroCall): Expr | MacroFault {
  const [item = call.target, predicate] = call.args;
  return looped(call, variablesOf(call, 1, identifier), () =>
    collecting(call, call.make.list(call.at, []), appended(call, item), predicate),
  );
}

/** How a transformation with two variables starts, and how it adds one. */
type Transformation = (
  call: MacroCall,
  key: string,
  item: Expr,
) => { readonly init: Expr; readonly step: Expr };

function transformed(call: MacroCall, transformation: Transformation): Expr | MacroFault {
  const variables = variablesOf(call, 2, simpleName);
  const filter = call.args.length === 4 ? call.args[2] : undefined;
  return looped(call, variables, () => {
    const key = "variable" in variables ? variables.variable : "";
    const { init, step } = transformation(call, key, call.args.at(-1) ?? call.target);
    return collecting(call, init, step, filter);
  });
}

function toList(call: MacroCall, _key: string, item: Expr): ReturnType<Transformation> {
  return { init: call.make.list(call.at, []), step: appended(call, item) };
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

/** A name for a value, as a comprehension that never loops. */
function bound(
  { make, at }: MacroCall,
  name: string,
  value: Expr,
  step: Expr,
  result: Expr,
): Comprehension {
  return make.comprehension(at, {
    range: make.list(at, []),
    variable: "#unused",
    variable2: undefined,
    accumulator: name,
    init: value,
    condition: make.literal(at, false),
    step,
    result,
  });
}

function optional(call: MacroCall, name: string, wrap: (value: Expr) => Expr): Expr | MacroFault {
  const { make, at, target, args } = call;
  const [variable, result = target] = args;
  if (variable?.kind !== "ident") {
    const fault = `${name}() variable name must be a simple identifier`;
    return { fault, at: variable?.at ?? at };
  }
  const value = make.call(at, "value", [], make.copy(target));
  const binding = bound(call, variable.name, value, make.ident(at, variable.name), result);
  return make.call(at, operators.conditional, [
    make.call(at, "hasValue", [], target),
    wrap(binding),
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
  const keys = mapped({ ...call, target: make.ident(at, name) }, undefined, call.args[1]);
  if ("fault" in keys) return keys;
  const sorted = make.call(at, "@sortByAssociatedKeys", [keys], make.ident(at, name));
  return bound(call, name, target, make.ident(at, name), sorted);
}
