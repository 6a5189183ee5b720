import type { CheckedExpr } from "../check/checker.ts";
import {
  accumulatorName,
  type Call,
  type Comprehension,
  type Expr,
  type Ident,
} from "../syntax/ast.ts";
import type { CostNode, PathSize } from "./call-nodes.ts";
import { anySize, type Interval, pointInterval, union } from "./interval.ts";
import { isScalar, ownSize } from "./own-size.ts";
import { SharedPath } from "./shared-path.ts";

/** The sizes of the keys and values of a map, or of the indices and items of a list. */
interface EntrySize {
  readonly kind: "list" | "map";
  readonly key: Interval;
  readonly value: Interval;
}

interface VariableSize {
  readonly path: SharedPath;
  readonly size: Interval | undefined;
  readonly entry: EntrySize | undefined;
}

/**
 * What is known of the size of each expression, by node id: its path from a variable, at which the schema may limit the size,
 * and the size that follows from the expression itself. The operands of an expression must be visited before it.
 */
export class ExpressionSizes {
  readonly #checked: CheckedExpr;
  readonly #pathSize: PathSize;
  readonly #paths: SharedPath[] = [];
  readonly #sizes: (Interval | undefined)[] = [];
  readonly #entries: (EntrySize | undefined)[] = [];
  /** The variables that macros declare; an inner one hides an outer one of its name. */
  readonly #variables = new Map<string, VariableSize[]>();

  constructor(checked: CheckedExpr, pathSize: PathSize) {
    this.#checked = checked;
    this.#pathSize = pathSize;
  }

  setVariable(expr: Ident): void {
    this.#paths[expr.id] = this.#variable(expr.name)?.path ?? SharedPath.none.with(expr.name);
  }

  setPath({ id }: Expr, path: SharedPath): void {
    this.#paths[id] = path;
  }

  setSize({ id }: Expr, size: Interval | undefined): void {
    this.#sizes[id] = size;
  }

  setEntry({ id }: Expr, entry: EntrySize): void {
    this.#entries[id] = entry;
  }

  path(expr: Expr): SharedPath {
    const variable = expr.kind === "ident" ? this.#variable(expr.name) : undefined;
    return variable?.path ?? this.#paths[expr.id] ?? SharedPath.none;
  }

  size(expr: Expr): Interval | undefined {
    const known = this.#sizes[expr.id] ?? ownSize(expr);
    if (known !== undefined) return known;
    const path = this.path(expr);
    const size = path.length === 0 ? undefined : this.#pathSize(path.steps);
    if (size !== undefined) {
      this.#sizes[expr.id] = size;
      return size;
    }
    if (isScalar(this.#checked.typeOf(expr))) return pointInterval(1n);
    return expr.kind === "ident" ? this.#variable(expr.name)?.size : undefined;
  }

  sizeOrUnknown(expr: Expr): Interval {
    return this.size(expr) ?? anySize;
  }

  entry(expr: Expr): EntrySize | undefined {
    const known = this.#entries[expr.id];
    if (known !== undefined || expr.kind !== "ident") return known;
    return this.#variable(expr.name)?.entry;
  }

  node(expr: Expr): CostNode {
    const path = this.path(expr);
    const [root] = path.steps;
    const isUseless = root === undefined || root === accumulatorName || root === "__result__";
    return {
      type: this.#checked.typeOf(expr),
      path: isUseless ? undefined : path,
      literal: expr.kind === "literal" ? expr : undefined,
      size: this.size(expr),
    };
  }

  copy(to: Expr, from: Expr): void {
    this.#sizes[to.id] = this.size(from) ?? this.#sizes[to.id];
    this.#entries[to.id] = this.entry(from) ?? this.#entries[to.id];
  }

  /** Sets the entry sizes of a call to the union of those of its two operands, if both are known. */
  joinEntries(expr: Call, [left, right]: readonly Expr[]): void {
    const a = left && this.entry(left);
    const b = right && this.entry(right);
    if (a === undefined || b === undefined) return;
    this.setEntry(expr, { kind: a.kind, key: union(a.key, b.key), value: union(a.value, b.value) });
  }

  /** Declares a variable with the value of an expression. */
  declareValue(name: string, value: Expr): void {
    this.#declare(name, {
      path: this.path(value),
      size: this.size(value),
      entry: this.entry(value),
    });
  }

  /** Declares the variables of a macro, which stand for each item or key of its range. */
  declareItems({ range, variable, variable2 }: Comprehension): void {
    const entry = this.entry(range);
    const isList = (entry?.kind ?? this.#checked.typeOf(range).kind) === "list";
    const path = this.path(range);
    const declare = (name: string, part: string, size: Interval | undefined): void =>
      this.#declare(name, { path: path.with(part), size, entry: undefined });
    if (variable2 !== undefined) {
      declare(variable, isList ? "@indices" : "@keys", entry?.key);
      declare(variable2, isList ? "@items" : "@values", entry?.value);
    } else declare(variable, isList ? "@items" : "@keys", isList ? entry?.value : entry?.key);
  }

  undeclare(name: string): void {
    this.#variables.get(name)?.pop();
  }

  #variable(name: string): VariableSize | undefined {
    return this.#variables.get(name)?.at(-1);
  }

  #declare(name: string, variable: VariableSize): void {
    const known = this.#variables.get(name);
    if (known === undefined) this.#variables.set(name, [variable]);
    else known.push(variable);
  }
}
