/** Operators as functions: the names that error texts show. Source: cel-go@v0.26.0 common/operators/operators.go. */
export const operators = {
  conditional: "_?_:_",
  and: "_&&_",
  or: "_||_",
  not: "!_",
  equals: "_==_",
  notEquals: "_!=_",
  less: "_<_",
  lessEquals: "_<=_",
  greater: "_>_",
  greaterEquals: "_>=_",
  add: "_+_",
  subtract: "_-_",
  multiply: "_*_",
  divide: "_/_",
  modulo: "_%_",
  negate: "-_",
  index: "_[_]",
  in: "@in",
  notStrictlyFalse: "@not_strictly_false",
  optionalSelect: "_?._",
  optionalIndex: "_[?_]",
  mapInsert: "cel.@mapInsert",
} as const;

/** The operators between two relations, as they are written. */
export const relations: ReadonlyMap<string, string> = new Map([
  ["<", operators.less],
  ["<=", operators.lessEquals],
  [">=", operators.greaterEquals],
  [">", operators.greater],
  ["==", operators.equals],
  ["!=", operators.notEquals],
  ["in", operators.in],
]);

/** The operators that bind tightest. */
export const products: ReadonlyMap<string, string> = new Map([
  ["*", operators.multiply],
  ["/", operators.divide],
  ["%", operators.modulo],
]);

/** The operators between products. */
export const sums: ReadonlyMap<string, string> = new Map([
  ["+", operators.add],
  ["-", operators.subtract],
]);
