import { toDuration, toTimestamp } from "../library/conversion.ts";
import { clauseFault, formatParts } from "../library/format-clauses.ts";
import type { Call, Expr, ListExpr, MapExpr } from "../syntax/ast.ts";
import type { Issue } from "../syntax/issue.ts";
import { type CelType, formatType, optionalValueType } from "../type/cel-type.ts";
import { CelError, type CelValue } from "../value/value.ts";
import type { CheckedExpr } from "./checker.ts";

/**
 * Adds to `issues` what is wrong with literals beyond their types: invalid durations, timestamps and patterns, lists
 * and maps with mixed types, and format strings that don't match their arguments.
 * Source: https://github.com/google/cel-go/blob/b02364524316/cel/validator.go, ext/formatting.go.
 */
export function validateLiterals(
  checked: CheckedExpr,
  regexFault: (pattern: string) => string | undefined,
  issues: Issue[],
): void {
  if (!checked.hasLiteralRules) return;
  new ExpressionValidator(checked, regexFault, issues).visit(checked.expr, false);
}

class ExpressionValidator {
  readonly #checked: CheckedExpr;
  readonly #regexFault: (pattern: string) => string | undefined;
  readonly #issues: Issue[];

  constructor(
    checked: CheckedExpr,
    regexFault: (pattern: string) => string | undefined,
    issues: Issue[],
  ) {
    this.#checked = checked;
    this.#regexFault = regexFault;
    this.#issues = issues;
  }

  /**
   * Checks a node and its children. `isFormatted`: the node is within an argument of `format`, whose lists and maps may
   * have mixed types.
   */
  visit(expr: Expr, isFormatted: boolean): void {
    if (expr.kind === "literal" || expr.kind === "ident") return;
    if (expr.kind === "call") this.#call(expr);
    if (expr.kind === "list" && !isFormatted) this.#list(expr);
    if (expr.kind === "map" && !isFormatted) this.#map(expr);
    const isInside = isFormatted || (expr.kind === "call" && expr.name === "format");
    for (const child of childExpressions(expr)) this.visit(child, isInside);
  }

  #type(expr: Expr): CelType {
    return this.#checked.typeOf(expr);
  }

  #report(at: number, message: string): void {
    this.#issues.push({ message, at });
  }

  #call(expr: Call): void {
    const name = this.#checked.nameOf(expr.id, expr.name);
    const first = expr.args[0];
    if (name === "format") this.#format(expr);
    if (first?.kind !== "literal") return;
    if (this.#isWrong(name, first.value)) this.#report(first.at, `invalid ${name} argument`);
  }

  #isWrong(name: string, value: CelValue): boolean {
    switch (name) {
      case "duration":
        return toDuration(value) instanceof CelError;
      case "timestamp":
        return toTimestamp(value) instanceof CelError;
      case "matches":
        return typeof value === "string" && this.#regexFault(value) !== undefined;
      default:
        return false;
    }
  }

  #mismatch(expr: Expr, expected: CelType, found: CelType): void {
    this.#report(
      expr.at,
      `expected type '${formatType(expected)}' but found '${formatType(found)}'`,
    );
  }

  #list({ items, optional }: ListExpr): void {
    let expected: CelType | undefined;
    for (const [index, item] of items.entries()) {
      const type = this.#type(item);
      const found = optional.includes(index) ? (optionalValueType(type) ?? type) : type;
      expected ??= found;
      if (areEquivalentTypes(expected, found)) continue;
      this.#mismatch(item, expected, found);
      return;
    }
  }

  #map({ entries }: MapExpr): void {
    const [first] = entries;
    if (first === undefined) return;
    const valueType = (entry: (typeof entries)[number]): CelType => {
      const type = this.#type(entry.value);
      return entry.isOptional ? (optionalValueType(type) ?? type) : type;
    };
    const [expectedKey, expectedValue] = [this.#type(first.key), valueType(first)];
    for (const entry of entries) {
      const [key, value] = [this.#type(entry.key), valueType(entry)];
      if (!areEquivalentTypes(expectedKey, key)) this.#mismatch(entry.key, expectedKey, key);
      if (!areEquivalentTypes(expectedValue, value))
        this.#mismatch(entry.value, expectedValue, value);
    }
  }

  #format({ at, target, args: [list, ...more] }: Call): void {
    if (target?.kind !== "literal" || list?.kind !== "list" || more.length > 0) return;
    if (typeof target.value !== "string") return;
    const fault = this.#formatFault(target.value, list.items);
    if (fault !== undefined) this.#report(fault.at ?? at, fault.message);
  }

  #formatFault(
    format: string,
    args: readonly Expr[],
  ): { readonly at?: number; readonly message: string } | undefined {
    let index = 0;
    for (const part of formatParts(format)) {
      if (typeof part === "string") continue;
      // The API server looks for the argument before it parses the rest of the clause: a missing argument is the error then.
      const arg = args[index];
      if ("fault" in part && (arg !== undefined || part.fault === "unexpected end of string")) {
        return { message: part.fault };
      }
      if (arg === undefined || "fault" in part) return { message: `index ${index} out of range` };
      const wrong = this.#wrongArgument(part.verb, arg);
      if (wrong !== undefined) {
        const message = clauseFault(part.verb, this.#type(wrong).name);
        return { at: wrong.at, message };
      }
      index++;
    }
    if (args.length <= index) return undefined;
    const message = `too many arguments supplied to string.format (expected ${index}, got ${args.length})`;
    return { message };
  }

  /**
   * Returns `arg`, or the part of it, whose type the formatting verb does not accept; undefined if the verb accepts all
   * of it.
   */
  #wrongArgument(verb: string, arg: Expr): Expr | undefined {
    const { kind } = this.#type(arg);
    if (kind !== "dyn" && acceptedKinds.get(verb)?.includes(kind) !== true) return arg;
    if (verb !== "s" || (arg.kind !== "list" && arg.kind !== "map")) return undefined;
    for (const child of childExpressions(arg)) {
      const wrong = this.#wrongArgument(verb, child);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }
}

/** The kinds of types that each formatting verb accepts. */
const acceptedKinds = new Map<string, readonly string[]>(
  Object.entries({
    s: "list map int uint double bool string timestamp bytes duration type null",
    d: "int uint",
    f: "double string",
    e: "double string",
    b: "int uint bool",
    x: "int uint string bytes",
    X: "int uint string bytes",
    o: "int uint",
  }).map(([verb, kinds]) => [verb, kinds.split(" ")]),
);

/** True for types that are equal except for the names of their unbound variables. */
function areEquivalentTypes(a: CelType, b: CelType): boolean {
  return (
    a.kind === b.kind &&
    (a.kind === "parameter" || a.name === b.name) &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((part, index) => {
      const other = b.parameters[index];
      return other !== undefined && areEquivalentTypes(part, other);
    })
  );
}

const noChildren: readonly Expr[] = [];

function childExpressions(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.items;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
    default:
      return noChildren;
  }
}
