import type { Double, Uint } from "../value/value.ts";

/**
 * An expression's tree, macros expanded. Ids count from 0 within one tree and are unique, so that results for
 * nodes are kept in arrays by id. `at` is where the node begins in the text, in UTF-16 units.
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

/** What a literal can denote. */
export type LiteralValue = null | boolean | number | bigint | string | Uint8Array | Uint | Double;

/** A value written in the text, such as `1u` or `"a"`. */
export interface Literal extends AnyExpr {
  readonly kind: "literal";
  readonly value: LiteralValue;
}

/** A name: of a variable, of a type, or the first part of a qualified name. */
export interface Ident extends AnyExpr {
  readonly kind: "ident";
  readonly name: string;
}

/** `operand.field`, or `has(operand.field)`. */
export interface Select extends AnyExpr {
  readonly kind: "select";
  readonly operand: Expr;
  readonly field: string;
  readonly isTest: boolean;
}

/** A call of a function, or of an operator under its internal name. */
export interface Call extends AnyExpr {
  readonly kind: "call";
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** `[a, ?b]`. */
export interface ListExpr extends AnyExpr {
  readonly kind: "list";
  readonly items: readonly Expr[];
  /** Indices of items written `?item`. */
  readonly optional: readonly number[];
}

/** A key or field with its value in a map or message; optional where it is written `?key: value`. */
export interface EntryExpr<K> {
  readonly at: number;
  readonly key: K;
  readonly value: Expr;
  readonly isOptional: boolean;
}

/** `{key: value}`. */
export interface MapExpr extends AnyExpr {
  readonly kind: "map";
  readonly entries: readonly EntryExpr<Expr>[];
}

/** A message by its type, `Type{field: value}`. */
export interface StructExpr extends AnyExpr {
  readonly kind: "struct";
  readonly typeName: string;
  readonly fields: readonly EntryExpr<string>[];
}

/** What macros expand to: a loop over a range with an accumulator. */
export interface Comprehension extends AnyExpr {
  readonly kind: "comprehension";
  readonly range: Expr;
  readonly variable: string;
  /** The value, in macros with two variables. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The accumulator's name, which no expression can spell. */
export const accumulatorName = "@result";

/** True for a comprehension that only names a value. */
export function isBinding({ range, condition }: Comprehension): boolean {
  return (
    range.kind === "list" &&
    range.items.length === 0 &&
    condition.kind === "literal" &&
    condition.value === false
  );
}

/** Maps expressions; lists of one or two items are handled apart for speed. */
export function mapExprs<T>(exprs: readonly Expr[], of: (expr: Expr) => T): readonly T[] {
  const { 0: first, 1: second, length } = exprs;
  if (length === 1 && first !== undefined) return [of(first)];
  return length === 2 && first !== undefined && second !== undefined
    ? [of(first), of(second)]
    : exprs.map(of);
}
