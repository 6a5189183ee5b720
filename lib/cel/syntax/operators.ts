/**
 * The internal function names of operators, which errors show.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/operators/operators.go.
 */
export const operators = {
  conditional: "_?_:_",
  and: "_&&_",
  or: "_||_",
  not: "!_",
  equals: "_==_",
  notEquals: "_!=_",
  add: "_+_",
  negate: "-_",
  index: "_[_]",
  in: "@in",
  notStrictlyFalse: "@not_strictly_false",
  optionalSelect: "_?._",
  optionalIndex: "_[?_]",
  mapInsert: "cel.@mapInsert",
} as const;

/** The internal names of the binary operators except `&&` and `||`, by symbol. */
export const binaryOperators: ReadonlyMap<string, string> = new Map([
  ...["<", "<=", ">=", ">", "==", "!=", "*", "/", "%", "+", "-"].map(
    (symbol) => [symbol, `_${symbol}_`] as const,
  ),
  ["in", operators.in],
]);
