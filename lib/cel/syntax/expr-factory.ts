import {
  accumulatorName,
  type Call,
  type Comprehension,
  type EntryExpr,
  type Expr,
  type Ident,
  type ListExpr,
  type Literal,
  type LiteralValue,
  type MapExpr,
  type Select,
  type StructExpr,
} from "./ast.ts";

/** The variables of a loop: one, or two for the index or key and the value. */
export type LoopVariables = Pick<Comprehension, "variable" | "variable2">;

/** The parts of a loop that differ between macros. */
export type MacroLoop = Pick<Comprehension, "init" | "condition" | "step" | "result">;

/** Creates the nodes of one tree and gives them unique ids. */
export class ExprFactory {
  #next = 0;
  #repeated = 0;
  /**
   * For each id, the number of nodes in the expression, counting repeated ones. An expression without an entry has 1.
   */
  readonly #sizes: number[] = [];

  /** The number of nodes, which is one more than the highest id. */
  get count(): number {
    return this.#next;
  }

  /** The number of nodes on the API server, which copies an expression that a macro uses several times. */
  get expandedCount(): number {
    return this.#next + this.#repeated;
  }

  /** Returns an expression that a macro uses again. Its nodes are shared, but counted as copies. */
  repeat(expr: Expr): Expr {
    this.#repeated += this.#sizeOf(expr);
    return expr;
  }

  #sizeOf({ id }: Expr): number {
    return this.#sizes[id] ?? 1;
  }

  /** Creates an id for a node with these children, and records the number of nodes in its tree. */
  #above(parts: readonly Expr[]): number {
    const id = this.#next++;
    let size = 1;
    for (const part of parts) size += this.#sizeOf(part);
    this.#sizes[id] = size;
    return id;
  }

  literal(at: number, value: LiteralValue): Literal {
    return { kind: "literal", id: this.#next++, at, value };
  }

  ident(at: number, name: string): Ident {
    return { kind: "ident", id: this.#next++, at, name };
  }

  select(at: number, operand: Expr, field: string, isTest = false): Select {
    return { kind: "select", id: this.#above([operand]), at, operand, field, isTest };
  }

  call(at: number, name: string, args: readonly Expr[], target?: Expr): Call {
    const id = this.#above(target === undefined ? args : [target, ...args]);
    return { kind: "call", id, at, name, target, args };
  }

  list(at: number, items: readonly Expr[], optional: readonly number[] = []): ListExpr {
    return { kind: "list", id: this.#above(items), at, items, optional };
  }

  map(at: number, entries: readonly EntryExpr<Expr>[]): MapExpr {
    const id = this.#above(entries.flatMap(({ key, value }) => [key, value]));
    return { kind: "map", id, at, entries };
  }

  struct(at: number, typeName: string, fields: readonly EntryExpr<string>[]): StructExpr {
    const id = this.#above(fields.map(({ value }) => value));
    return { kind: "struct", id, at, typeName, fields };
  }

  comprehension(
    at: number,
    range: Expr,
    { variable, variable2 }: LoopVariables,
    { init, condition, step, result }: MacroLoop,
    accumulator: string = accumulatorName,
  ): Comprehension {
    return {
      kind: "comprehension",
      id: this.#above([range, init, condition, step, result]),
      at,
      range,
      variable,
      variable2,
      accumulator,
      init,
      condition,
      step,
      result,
    };
  }

  /** A reference to the accumulator of the enclosing comprehension. */
  accumulator(at: number): Ident {
    return this.ident(at, accumulatorName);
  }
}
