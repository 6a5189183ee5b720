import type { Double, Uint } from "../value/value.ts";

/**
 * The syntax tree of an expression, with macros expanded. Ids count from 0 and are unique in a tree, so that arrays can
 * hold results for nodes by id. `at` is the position at which the node begins in the text, in UTF-16 units.
 */
export type Expr =
  | Literal
  | Ident
  | Select
  | Call
  | ListExpr
  | MapExpr
  | StructExpr
  | Comprehension;

interface AnyExpr {
  readonly id: number;
  readonly at: number;
}

/** The values that a literal can have. */
export type LiteralValue = null | boolean | number | bigint | string | Uint8Array | Uint | Double;

/** A value written in the text, such as `1u` or `"a"`. */
export interface Literal extends AnyExpr {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

/** A name: that of a variable or a type, or the first part of a qualified name. */
export interface Ident extends AnyExpr {
  readonly kind: "ident";
  readonly name: string;
}

/** A field selection `operand.field`, or the test `has(operand.field)`. */
export interface Select extends AnyExpr {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** A call of a function, or of an operator by its internal name. */
export interface Call extends AnyExpr {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** A list, such as `[a, ?b]`. */
export interface ListExpr extends AnyExpr {
  readonly kind: "list";
  readonly items: readonly Expr[];
  /** The indices of optional items, written `?item`. */
  readonly optional: readonly number[];
}

/** A key or field with its value, in a map or message. It is optional if it is written `?key: value`. */
export interface EntryExpr<K> {
  readonly at: number;
  readonly key: K;
  readonly value: Expr;
  readonly isOptional: boolean;
}

/** A map `{key: value}`. */
export interface MapExpr extends AnyExpr {
  readonly kind: "map";
  readonly entries: readonly EntryExpr<Expr>[];
}

/** A message with its type, `Type{field: value}`. */
export interface StructExpr extends AnyExpr {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: readonly EntryExpr<string>[];
}

/** The expansion of a macro: a loop over a range with an accumulator. */
export interface Comprehension extends AnyExpr {
  readonly kind: "comprehension";
  readonly range: Expr;
  readonly variable: string;
  /** The variable for the value, in macros with two variables. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The name of the accumulator. Expressions can't use it, because of the `@`. */
export const accumulatorName = "@result";

/** True for a comprehension that only gives a value a name. */
export function isBinding({ range, condition }: Comprehension): boolean {
  return (
    range.kind === "list" &&
    range.items.length === 0 &&
    condition.kind === "literal" &&
    condition.value === false
  );
}

/** Applies a function to each expression of a list. Lists of one or two items are handled separately for speed. */
export function mapExprs<T>(exprs: readonly Expr[], of: (expr: Expr) => T): readonly T[] {
  const { 0: first, 1: second, length } = exprs;
  if (length === 1 && first !== undefined) return [of(first)];
  return length === 2 && first !== undefined && second !== undefined
    ? [of(first), of(second)]
    : exprs.map(of);
}
