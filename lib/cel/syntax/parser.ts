import { assertDefined } from "../../json/invariant.ts";
import type { Expr } from "./ast.ts";
import type { Issue } from "./issue.ts";
import { OperandParser } from "./operand-parser.ts";
import { binaryOperators, operators } from "./operators.ts";
import { precedence } from "./token.ts";
import { expressionStart, ParseAborted, startsExpression, TokenReader } from "./token-reader.ts";

/** A parsed expression. */
export interface ParsedExpr {
  readonly expr: Expr;
  /** One more than the highest id of a node. */
  readonly nodeCount: number;
}

/**
 * The most code points of an expression.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/parser.go NewParser, expressionSizeCodePointLimit.
 */
const maxCodePoints = 100_000;
/**
 * The most levels of nesting in an expression.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/parser.go, maxRecursionDepth.
 */
const maxDepth = 250;

/**
 * Parses an expression and expands its macros. Adds to `issues` and returns undefined if the expression is invalid.
 * Never throws: nesting deeper than 250 levels is an issue too.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/parser.go.
 */
export function parseExpression(text: string, issues: Issue[]): ParsedExpr | undefined {
  // Code points need to be counted only if the number of UTF-16 units exceeds the limit.
  const size = text.length > maxCodePoints ? Array.from(text).length : 0;
  if (size > maxCodePoints) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${maxCodePoints}`;
    issues.push({ message, at: undefined });
    return undefined;
  }
  const found: Issue[] = [];
  const reader = new TokenReader(text, found);
  const parser = new Parser(reader, text.includes("{"));
  const expr = parser.whole();
  if (expr !== undefined && found.length === 0 && reader.faults.length === 0) {
    return { expr, nodeCount: parser.make.count };
  }
  // Reads the rest of the text, because invalid tokens after the end of parsing are reported too.
  while (!reader.isAt("end")) reader.advance();
  for (const issue of [...reader.faults, ...found]) issues.push(issue);
  return undefined;
}

/** Parses operators and limits the nesting depth. */
class Parser extends OperandParser {
  // The depth of each recursive rule of the grammar. Each has the same limit.
  #expressionDepth = 0;
  #relationDepth = 0;
  #calculationDepth = 0;

  /** Parses the whole text; undefined if parsing was ended early. */
  whole(): Expr | undefined {
    try {
      const expr = this.expression();
      this.reader.sync((kind) => kind === "end", "<EOF>");
      if (this.height > maxDepth) this.reader.report("max recursion depth exceeded", undefined);
      return expr;
    } catch (error) {
      if (!(error instanceof ParseAborted)) throw error;
      return undefined;
    }
  }

  #limit(depth: number): void {
    if (depth <= maxDepth) return;
    this.reader.report(`expression recursion limit exceeded: ${maxDepth}`, undefined);
    throw new ParseAborted("too deep");
  }

  override expression(): Expr {
    this.#limit(++this.#expressionDepth);
    let expr = this.#disjunction();
    if (this.reader.isAt("?")) expr = this.#conditional(expr);
    this.#expressionDepth--;
    return expr;
  }

  #conditional(condition: Expr): Expr {
    const at = this.reader.take();
    let { height } = this;
    const yes = this.#disjunction();
    height = Math.max(height, this.height);
    this.reader.close(":", "':'");
    const no = this.expression();
    this.height = Math.max(height, this.height) + 1;
    return this.make.call(at, operators.conditional, [condition, yes, no]);
  }

  #disjunction(): Expr {
    const first = this.#conjunction();
    return this.reader.isAt("||") ? this.#chain(first, operators.or, "||") : first;
  }

  #conjunction(): Expr {
    const first = this.#relation();
    return this.reader.isAt("&&") ? this.#chain(first, operators.and, "&&") : first;
  }

  /** Parses a chain of one logical operator to a balanced tree. The shape of the tree affects the estimated cost. */
  #chain(first: Expr, name: string, symbol: "||" | "&&"): Expr {
    let { height } = this;
    const places = [this.reader.take()];
    const terms: [Expr, ...Expr[]] = [first, this.#term(symbol)];
    height = Math.max(height, this.height);
    while (this.reader.isAt(symbol)) {
      places.push(this.reader.take());
      terms.push(this.#term(symbol));
      height = Math.max(height, this.height);
    }
    this.height = height;
    return this.#balanced(name, terms, places, 0, places.length - 1);
  }

  #term(symbol: "||" | "&&"): Expr {
    return symbol === "||" ? this.#conjunction() : this.#relation();
  }

  #balanced(
    name: string,
    terms: readonly [Expr, ...Expr[]],
    places: readonly number[],
    low: number,
    high: number,
  ): Expr {
    if (low > high) return assertDefined(terms[low], "a chain has one more term than operators");
    const middle = Math.floor((low + high + 1) / 2);
    const left = this.#balanced(name, terms, places, low, middle - 1);
    const right = this.#balanced(name, terms, places, middle + 1, high);
    return this.make.call(
      assertDefined(places[middle], "the middle index is that of an operator"),
      name,
      [left, right],
    );
  }

  #relation(): Expr {
    this.#limit(++this.#relationDepth);
    let left = this.#calculation(precedence.sum);
    while (this.reader.precedence === precedence.relation) {
      this.#limit(++this.#relationDepth);
      left = this.#binary(left, precedence.sum);
      this.#relationDepth--;
    }
    this.#relationDepth--;
    return left;
  }

  /** Parses a binary operator and its right operand, which takes in operators whose precedence is at least `level`. */
  #binary(left: Expr, level: number): Expr {
    const operator = binaryOperators.get(this.reader.kind);
    const name = assertDefined(operator, "a token with this precedence is a binary operator");
    const { height } = this;
    const at = this.reader.take();
    const right = this.#calculation(level);
    this.height = Math.max(height, this.height) + 1;
    return this.make.call(at, name, [left, right]);
  }

  /** Parses operators whose precedence is at least `level`. */
  #calculation(level: number): Expr {
    this.#limit(++this.#calculationDepth);
    let left = this.#unary();
    while (this.reader.precedence >= level) left = this.#binary(left, this.reader.precedence + 1);
    this.#calculationDepth--;
    return left;
  }

  #unary(): Expr {
    const { reader } = this;
    if (reader.isAt("ident")) return this.member();
    reader.sync(startsExpression, expressionStart);
    if (reader.isAt("!")) return this.#prefixed("!", operators.not);
    if (!reader.isAt("-") || this.#isSignedLiteral()) return this.member();
    return this.#prefixed("-", operators.negate);
  }

  #isSignedLiteral(): boolean {
    const next = this.reader.peek();
    return next === "int" || next === "float";
  }

  /** Parses a sequence of equal prefix operators. Two of them cancel each other out. */
  #prefixed(symbol: "!" | "-", name: string): Expr {
    const { reader } = this;
    const { at } = reader;
    let count = 0;
    while (reader.skip(symbol)) count++;
    const mayFollow = startsExpression(reader.kind) && !reader.isAt("!");
    if (symbol === "-" && !mayFollow) reader.stopAfter("-");
    const operand = this.member();
    return count % 2 === 0 ? operand : this.make.call(at, name, [operand]);
  }
}
