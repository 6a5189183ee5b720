import {
  accumulatorName,
  type Call,
  type Comprehension,
  type Entry,
  type Expr,
  type Ident,
  type ListExpr,
  type Literal,
  type LiteralValue,
  type MapExpr,
  type Select,
  type StructExpr,
} from "./ast.ts";

/** A loop's variables: one, or an index or key with its value. */
export type Variables = Pick<Comprehension, "variable" | "variable2">;

/** The part of a loop that differs between macros. */
export type Loop = Pick<Comprehension, "init" | "condition" | "step" | "result">;

/** Makes the nodes of one tree, each with an id of its own. */
export class NodeMaker {
  #next = 0;
  #repeated = 0;
  /** By id, how many nodes an expression has when each repetition is counted; 1 where nothing is noted. */
  readonly #sizes: number[] = [];

  /** How many nodes there are: one more than the highest id. */
  get count(): number {
    return this.#next;
  }

  /** How many nodes the server would have made: it copies what a macro repeats. */
  get expandedCount(): number {
    return this.#next + this.#repeated;
  }

  /** An expression that a macro uses once more. Its nodes are shared; they are counted as if they were copied. */
  repeat(expr: Expr): Expr {
    this.#repeated += this.#sizeOf(expr);
    return expr;
  }

  #sizeOf({ id }: Expr): number {
    return this.#sizes[id] ?? 1;
  }

  /** The id of a node above others. */
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

  map(at: number, entries: readonly Entry<Expr>[]): MapExpr {
    const id = this.#above(entries.flatMap(({ key, value }) => [key, value]));
    return { kind: "map", id, at, entries };
  }

  struct(at: number, typeName: string, fields: readonly Entry<string>[]): StructExpr {
    const id = this.#above(fields.map(({ value }) => value));
    return { kind: "struct", id, at, typeName, fields };
  }

  comprehension(
    at: number,
    range: Expr,
    { variable, variable2 }: Variables,
    { init, condition, step, result }: Loop,
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

  /** The accumulator of the comprehension around. */
  accumulator(at: number): Ident {
    return this.ident(at, accumulatorName);
  }
}
