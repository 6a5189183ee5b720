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

  /** How many nodes there are: one more than the highest id. */
  get count(): number {
    return this.#next;
  }

  literal(at: number, value: LiteralValue): Literal {
    return { kind: "literal", id: this.#next++, at, value };
  }

  ident(at: number, name: string): Ident {
    return { kind: "ident", id: this.#next++, at, name };
  }

  select(at: number, operand: Expr, field: string, isTest = false): Select {
    return { kind: "select", id: this.#next++, at, operand, field, isTest };
  }

  call(at: number, name: string, args: readonly Expr[], target?: Expr): Call {
    return { kind: "call", id: this.#next++, at, name, target, args };
  }

  list(at: number, items: readonly Expr[], optional: readonly number[] = []): ListExpr {
    return { kind: "list", id: this.#next++, at, items, optional };
  }

  map(at: number, entries: readonly Entry<Expr>[]): MapExpr {
    return { kind: "map", id: this.#next++, at, entries };
  }

  struct(at: number, typeName: string, fields: readonly Entry<string>[]): StructExpr {
    return { kind: "struct", id: this.#next++, at, typeName, fields };
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
      id: this.#next++,
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
