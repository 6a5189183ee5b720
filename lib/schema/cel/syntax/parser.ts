import type { Entry, Expr } from "./ast.ts";
import type { Issue } from "./issue.ts";
import { type Token, tokenize } from "./lexer.ts";
import { readLiteral } from "./literals.ts";
import { expandHas, expandMemberMacro, type MacroFault } from "./macros.ts";
import { NodeMaker } from "./node-maker.ts";
import { operators, products, relations, sums } from "./operators.ts";
import { expressionStart, ParseStop, startsExpression, TokenReader } from "./token-reader.ts";

/** A parsed expression. */
export interface Parsed {
  readonly expr: Expr;
  /** One more than the highest id. */
  readonly nodeCount: number;
}

const maxCodePoints = 100_000;
const maxDepth = 250;

/**
 * Parses an expression and expands its macros. Undefined where there are issues; never throws, however deep the text
 * nests: beyond 250 levels that is an issue of its own.
 * Source: github.com/google/cel-go@v0.26.0 parser/parser.go.
 */
export function parse(text: string, issues: Issue[]): Parsed | undefined {
  // Counted only where it may matter: there are no more code points than units.
  const size = text.length > maxCodePoints ? Array.from(text).length : 0;
  if (size > maxCodePoints) {
    const message = `expression code point size exceeds limit: size: ${size}, limit ${maxCodePoints}`;
    issues.push({ message, at: undefined });
    return undefined;
  }
  const reader = new TokenReader(tokenize(text, issues), issues);
  const parser = new Parser(reader);
  try {
    const expr = parser.whole();
    return issues.length > 0 ? undefined : { expr, nodeCount: parser.make.count };
  } catch (error) {
    if (!(error instanceof ParseStop)) throw error;
    return undefined;
  }
}

/** Words that are no names, though they may be fields. */
const reserved: ReadonlySet<string> = new Set(
  "as break const continue else false for function if import in let loop package namespace null return true var void while".split(
    " ",
  ),
);

/** The rules of the grammar whose nesting is limited each for itself. */
const rules = { expression: 0, relation: 1, calculation: 2, unary: 3 } as const;

class Parser {
  readonly make = new NodeMaker();
  readonly #reader: TokenReader;
  readonly #depths = [0, 0, 0, 0];
  /** Levels below each node that count against the limit, by id. */
  readonly #heights: number[] = [];

  constructor(reader: TokenReader) {
    this.#reader = reader;
  }

  whole(): Expr {
    const expr = this.#expression();
    this.#reader.sync((token) => token.kind === "end", "<EOF>");
    if (this.#heightOf(expr) > maxDepth) {
      this.#reader.report("max recursion depth exceeded", undefined);
    }
    return expr;
  }

  #enter(rule: number): void {
    const depth = (this.#depths[rule] ?? 0) + 1;
    this.#depths[rule] = depth;
    if (depth <= maxDepth) return;
    this.#reader.report(`expression recursion limit exceeded: ${maxDepth}`, undefined);
    throw new ParseStop("too deep");
  }

  #leave(rule: number, expr: Expr): Expr {
    this.#depths[rule] = (this.#depths[rule] ?? 0) - 1;
    return expr;
  }

  #heightOf(expr: Expr): number {
    return this.#heights[expr.id] ?? 0;
  }

  /** Notes the height of a node above its parts; `step` is 1 for what counts as a level. */
  #above(expr: Expr, parts: readonly Expr[], step: 0 | 1): Expr {
    let height = 0;
    for (const part of parts) height = Math.max(height, this.#heightOf(part));
    if (height + step > 0) this.#heights[expr.id] = height + step;
    return expr;
  }

  #expression(): Expr {
    this.#enter(rules.expression);
    const condition = this.#disjunction();
    if (!this.#reader.isAt("?")) return this.#leave(rules.expression, condition);
    const { at } = this.#reader.next();
    const yes = this.#disjunction();
    this.#reader.close(":", "':'");
    const no = this.#expression();
    const parts = [condition, yes, no];
    const expr = this.#above(this.make.call(at, operators.conditional, parts), parts, 1);
    return this.#leave(rules.expression, expr);
  }

  #disjunction(): Expr {
    const first = this.#conjunction();
    return this.#reader.isAt("||") ? this.#chain(first, operators.or, "||") : first;
  }

  #conjunction(): Expr {
    const first = this.#relation();
    return this.#reader.isAt("&&") ? this.#chain(first, operators.and, "&&") : first;
  }

  /** A chain of one logical operator, as a balanced tree: how it is cut shows in estimated costs. */
  #chain(first: Expr, name: string, symbol: "||" | "&&"): Expr {
    const terms = [first];
    const places: number[] = [];
    while (this.#reader.isAt(symbol)) {
      places.push(this.#reader.next().at);
      terms.push(symbol === "||" ? this.#conjunction() : this.#relation());
    }
    return this.#balanced(name, terms, places, 0, places.length - 1);
  }

  #balanced(
    name: string,
    terms: readonly Expr[],
    places: readonly number[],
    low: number,
    high: number,
  ): Expr {
    const middle = Math.floor((low + high + 1) / 2);
    const side = (from: number, to: number, single: number): Expr | undefined =>
      from > to ? terms[single] : this.#balanced(name, terms, places, from, to);
    const left = side(low, middle - 1, middle);
    const right = side(middle + 1, high, middle + 1);
    const parts = [left, right].filter((part) => part !== undefined);
    return this.#above(this.make.call(places[middle] ?? 0, name, parts), parts, 0);
  }

  #relation(): Expr {
    this.#enter(rules.relation);
    let left = this.#calculation(0);
    for (;;) {
      const name = this.#operatorOf(relations);
      if (name === undefined) return this.#leave(rules.relation, left);
      const { at } = this.#reader.next();
      this.#enter(rules.relation);
      const right = this.#leave(rules.relation, this.#calculation(0));
      left = this.#binary(at, name, left, right);
    }
  }

  #operatorOf(table: ReadonlyMap<string, string>): string | undefined {
    const token = this.#reader.peek();
    return token.kind === "symbol" ? table.get(token.text) : undefined;
  }

  #binary(at: number, name: string, left: Expr, right: Expr): Expr {
    return this.#above(this.make.call(at, name, [left, right]), [left, right], 1);
  }

  /** Sums at level 0, products at level 1, what they are made of at level 2. */
  #calculation(level: 0 | 1 | 2): Expr {
    this.#enter(rules.calculation);
    let left = this.#unary();
    for (;;) {
      const product = level < 2 ? this.#operatorOf(products) : undefined;
      const name = product ?? (level < 1 ? this.#operatorOf(sums) : undefined);
      if (name === undefined) return this.#leave(rules.calculation, left);
      const { at } = this.#reader.next();
      left = this.#binary(at, name, left, this.#calculation(product === undefined ? 1 : 2));
    }
  }

  #unary(): Expr {
    this.#enter(rules.unary);
    this.#reader.sync(startsExpression, expressionStart);
    return this.#leave(rules.unary, this.#unaryInside());
  }

  #unaryInside(): Expr {
    if (this.#reader.isAt("!")) return this.#prefixed("!", operators.not);
    if (!this.#reader.isAt("-") || this.#isSignedLiteral()) return this.#member();
    return this.#prefixed("-", operators.negate);
  }

  #isSignedLiteral(): boolean {
    return this.#reader.isKind("int", 1) || this.#reader.isKind("float", 1);
  }

  /** Two of the same cancel out. */
  #prefixed(symbol: "!" | "-", name: string): Expr {
    const { at } = this.#reader.peek();
    let count = 0;
    while (this.#reader.skip(symbol)) count++;
    const token = this.#reader.peek();
    if (symbol === "-" && !startsExpression(token)) {
      this.#reader.stop(`no viable alternative at input '-${endless(token)}'`, token.at);
    }
    if (symbol === "-" && this.#reader.isAt("!")) {
      this.#reader.stop("no viable alternative at input '-!'", token.at);
    }
    const operand = this.#member();
    if (count % 2 === 0) return operand;
    return this.#above(this.make.call(at, name, [operand]), [operand], 0);
  }

  #member(): Expr {
    let expr = this.#primary();
    for (;;) {
      if (this.#reader.isAt(".")) expr = this.#afterDot(expr);
      else if (this.#reader.isAt("[")) expr = this.#indexed(expr);
      else return expr;
    }
  }

  #indexed(operand: Expr): Expr {
    const { at } = this.#reader.next();
    const isOptional = this.#reader.skip("?");
    this.#reader.sync(startsExpression, isOptional ? expressionStart : indexStart);
    const index = this.#expression();
    this.#reader.close("]", "']'");
    return this.#binary(at, isOptional ? operators.optionalIndex : operators.index, operand, index);
  }

  #afterDot(operand: Expr): Expr {
    const dot = this.#reader.next();
    const isOptional = this.#reader.skip("?");
    const name = this.#reader.peek();
    if (name.kind === "escaped") this.#reader.report("unsupported syntax: '`'", name.at);
    else if (name.kind !== "ident") this.#noField(name, isOptional);
    this.#reader.next();
    if (isOptional) {
      const field = this.make.literal(name.at, name.text);
      const select = this.make.call(dot.at, operators.optionalSelect, [operand, field]);
      return this.#above(select, [operand], 1);
    }
    if (this.#reader.isAt("(")) return this.#memberCall(operand, name.text);
    return this.#above(this.make.select(dot.at, operand, name.text), [operand], 1);
  }

  #noField(token: Token, isOptional: boolean): never {
    if (isOptional) {
      const expecting = "{IDENTIFIER, ESC_IDENTIFIER}";
      this.#reader.stop(`mismatched input '${token.text}' expecting ${expecting}`, token.at);
    }
    return ["true", "false", "null"].includes(token.text)
      ? this.#reader.stop(`mismatched input '${token.text}' expecting IDENTIFIER`, token.at)
      : this.#reader.stop(`no viable alternative at input '.${endless(token)}'`, token.at);
  }

  #memberCall(target: Expr, name: string): Expr {
    const { at } = this.#reader.peek();
    const args = this.#arguments();
    const expanded = expandMemberMacro(name, { make: this.make, at, target, args });
    const call = expanded ?? this.make.call(at, name, args, target);
    return this.#above(this.#orReport(call), [target, ...args], 1);
  }

  #orReport(expanded: Expr | MacroFault): Expr {
    if (!("fault" in expanded)) return expanded;
    this.#reader.report(expanded.fault, expanded.at);
    return this.make.literal(expanded.at, null);
  }

  #arguments(): readonly Expr[] {
    this.#reader.next();
    if (this.#reader.skip(")")) return [];
    this.#reader.sync(startsExpression, argumentStart);
    const args = [this.#expression()];
    while (this.#reader.skip(",")) args.push(this.#expression());
    this.#reader.close(")", "')'");
    return args;
  }

  #primary(): Expr {
    const reader = this.#reader;
    const token = reader.peek();
    if (token.kind === "ident" || reader.isAt(".")) return this.#named();
    reader.sync(startsExpression, expressionStart);
    if (reader.isAt("(")) return this.#parenthesized();
    if (reader.isAt("[")) return this.#list();
    if (reader.isAt("{")) return this.#map();
    const read = readLiteral(reader);
    if ("message" in read) {
      reader.report(read.message, read.at);
      return this.make.literal(read.at, null);
    }
    return this.make.literal(read.at, read.value);
  }

  #parenthesized(): Expr {
    this.#reader.next();
    const expr = this.#expression();
    this.#reader.close(")", "')'");
    return expr;
  }

  /** A name, a call of a function, or a message; a dot before it makes it absolute. */
  #named(): Expr {
    const reader = this.#reader;
    const start = reader.peek();
    const dot = reader.skip(".") ? "." : "";
    const name = reader.peek();
    if (name.kind !== "ident") {
      reader.stop(`no viable alternative at input '.${endless(name)}'`, name.at);
    }
    const parts = this.#messageParts();
    if (parts !== undefined) return this.#message(dot + parts.join("."));
    reader.next();
    if (reserved.has(name.text)) {
      reader.report(`reserved identifier: ${name.text}`, start.at);
      if (reader.isAt("(")) this.#arguments();
      return this.make.literal(name.at, null);
    }
    if (!reader.isAt("(")) return this.make.ident(name.at, dot + name.text);
    return this.#globalCall(dot + name.text);
  }

  #globalCall(name: string): Expr {
    const { at } = this.#reader.peek();
    const args = this.#arguments();
    const [arg] = args;
    const isHas = name === "has" && args.length === 1 && arg !== undefined;
    const call = isHas ? expandHas(this.make, at, arg) : this.make.call(at, name, args);
    return this.#above(this.#orReport(call), args, 0);
  }

  /** The parts of a message's name, read, if that is what stands here. */
  #messageParts(): readonly string[] | undefined {
    let ahead = 1;
    while (this.#reader.isAt(".", ahead) && this.#reader.isKind("ident", ahead + 1)) ahead += 2;
    if (!this.#reader.isAt("{", ahead)) return undefined;
    const parts: string[] = [];
    for (let read = 0; read < ahead; read++) {
      const { kind, text } = this.#reader.next();
      if (kind === "ident") parts.push(text);
    }
    return parts;
  }

  #message(typeName: string): Expr {
    const { at } = this.#reader.next();
    const fields: Entry<string>[] = [];
    while (!this.#reader.isAt("}") && !this.#reader.isAt(",")) {
      const isOptional = this.#reader.skip("?");
      this.#reader.sync(({ kind }) => kind === "ident" || kind === "escaped", fieldStart);
      const { kind, text, at: nameAt } = this.#reader.next();
      if (kind === "escaped") this.#reader.report("unsupported syntax: '`'", nameAt);
      const colon = this.#reader.peek();
      this.#reader.close(":", "':'");
      fields.push({ at: colon.at, key: text, value: this.#expression(), isOptional });
      if (!this.#reader.skip(",")) break;
    }
    this.#reader.skip(",");
    this.#reader.close("}", "{'}', ','}");
    const values = fields.map(({ value }) => value);
    return this.#above(this.make.struct(at, typeName, fields), values, 0);
  }

  #list(): Expr {
    const { at } = this.#reader.next();
    const items: Expr[] = [];
    const optional: number[] = [];
    while (!this.#reader.isAt("]") && !this.#reader.isAt(",")) {
      if (this.#reader.skip("?")) optional.push(items.length);
      items.push(this.#expression());
      if (!this.#reader.skip(",")) break;
      if (this.#reader.isKind("end")) this.#reader.close("]", "']'");
    }
    if (items.length === 0) this.#reader.skip(",");
    this.#reader.close("]", "{']', ','}");
    return this.#above(this.make.list(at, items, optional), items, 0);
  }

  #map(): Expr {
    const { at } = this.#reader.next();
    const entries: Entry<Expr>[] = [];
    while (!this.#reader.isAt("}") && !this.#reader.isAt(",")) {
      const isOptional = this.#reader.skip("?");
      const key = this.#expression();
      const colon = this.#reader.peek();
      this.#reader.close(":", "':'");
      entries.push({ at: colon.at, key, value: this.#expression(), isOptional });
      if (!this.#reader.skip(",")) break;
    }
    if (entries.length === 0) this.#reader.skip(",");
    this.#reader.close("}", "{'}', ','}");
    const parts = entries.flatMap(({ key, value }) => [key, value]);
    return this.#above(this.make.map(at, entries), parts, 0);
  }
}

const indexStart = expressionStart.replace("'!'", "'!', '?'");
const argumentStart = expressionStart.replace("'('", "'(', ')'");
const fieldStart = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";

/** A token's text; nothing for the end. */
function endless({ kind, text }: Token): string {
  return kind === "end" ? "" : text;
}
