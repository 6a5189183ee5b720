import { isReserved } from "../schema/escaping.ts";
import type { EntryExpr, Expr } from "./ast.ts";
import { ExprFactory } from "./expr-factory.ts";
import { readLiteral } from "./literals.ts";
import { expandHas, expandMemberMacro, type MacroFault } from "./macros.ts";
import { operators } from "./operators.ts";
import {
  expressionStart,
  ParseAborted,
  startsExpression,
  type TokenReader,
} from "./token-reader.ts";

const indexStart = expressionStart.replace("'!'", "'!', '?'");
const argumentStart = expressionStart.replace("'('", "'(', ')'");
const noEscapes = "unsupported syntax: '`'";
const fieldStart = "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}";

/**
 * The most nodes of an expression after expanding macros. `optMap` repeats its target, so the number doubles with each
 * call in a chain. cel-go v0.26.0 has no limit, and a request with a long chain ends by its timeout (measured with
 * kube-apiserver 1.36: 10 calls take 5 s, 11 take 21 s, 12 reach it). Limit and message are those of cel-go v0.32.0.
 * Source: https://github.com/google/cel-go/blob/v0.32.0/parser/options.go MaxExpressionNodeCount, parser/parser.go
 * expandMacro.
 */
const maxExpandedNodes = 100_000;

/** Parses operands: literals, names, calls, lists, maps and messages, with their members. */
export abstract class OperandParser {
  readonly make = new ExprFactory();
  protected readonly reader: TokenReader;
  /** The nesting depth of the expression that was parsed last. */
  protected height = 0;
  readonly #mayHoldMessages: boolean;

  constructor(reader: TokenReader, mayHoldMessages: boolean) {
    this.reader = reader;
    this.#mayHoldMessages = mayHoldMessages;
  }

  abstract expression(): Expr;

  /** Parses an operand and the fields, calls and indices after it. */
  protected member(): Expr {
    let expr = this.#primary();
    for (;;) {
      if (this.reader.isAt(".")) expr = this.#afterDot(expr);
      else if (this.reader.isAt("[")) expr = this.#indexed(expr);
      else return expr;
    }
  }

  #indexed(operand: Expr): Expr {
    const { reader, height } = this;
    const at = reader.take();
    const isOptional = reader.skip("?");
    reader.sync(startsExpression, isOptional ? expressionStart : indexStart);
    const index = this.expression();
    reader.close("]", "']'");
    this.height = Math.max(height, this.height) + 1;
    const name = isOptional ? operators.optionalIndex : operators.index;
    return this.make.call(at, name, [operand, index]);
  }

  #afterDot(operand: Expr): Expr {
    const { reader } = this;
    const dot = reader.take();
    const isOptional = reader.skip("?");
    const { text: name, at } = reader;
    if (reader.isAt("escaped")) reader.report(noEscapes, at);
    else if (!reader.isAt("ident")) this.#noField(isOptional);
    reader.advance();
    if (!isOptional && reader.isAt("(")) return this.#memberCall(operand, name);
    this.height++;
    if (!isOptional) return this.make.select(dot, operand, name);
    return this.make.call(dot, operators.optionalSelect, [operand, this.make.literal(at, name)]);
  }

  #noField(isOptional: boolean): never {
    const { reader } = this;
    const isWord = reader.isAt("true") || reader.isAt("false") || reader.isAt("null");
    if (!isOptional && !isWord) reader.stopAfter(".");
    return reader.mismatch(isOptional ? "{IDENTIFIER, ESC_IDENTIFIER}" : "IDENTIFIER");
  }

  #memberCall(target: Expr, name: string): Expr {
    const { make, height } = this;
    const { at } = this.reader;
    const args = this.#arguments();
    this.height = Math.max(height, this.height) + 1;
    const expanded = expandMemberMacro(name, { make, at, target, args });
    if (expanded === undefined) return make.call(at, name, args, target);
    this.#limitExpansion(name, at);
    return this.#orReport(expanded);
  }

  /** Ends parsing if the expansion of macros created too many nodes. */
  #limitExpansion(macro: string, at: number): void {
    if (this.make.expandedCount <= maxExpandedNodes) return;
    const message = `expression count exceeds limit of ${maxExpandedNodes} while expanding macro '${macro}'`;
    this.reader.report(message, at);
    throw new ParseAborted("too large");
  }

  #orReport(expanded: Expr | MacroFault): Expr {
    if (!("fault" in expanded)) return expanded;
    this.reader.report(expanded.fault, expanded.at);
    return this.make.literal(expanded.at, null);
  }

  #arguments(): readonly Expr[] {
    const { reader } = this;
    reader.advance();
    this.height = 0;
    if (reader.skip(")")) return [];
    reader.sync(startsExpression, argumentStart);
    const args = [this.expression()];
    let { height } = this;
    while (reader.skip(",")) {
      args.push(this.expression());
      height = Math.max(height, this.height);
    }
    this.height = height;
    reader.close(")", "')'");
    return args;
  }

  #primary(): Expr {
    const { reader } = this;
    if (reader.isAt("ident") || reader.isAt(".")) return this.#named();
    reader.sync(startsExpression, expressionStart);
    if (reader.isAt("(")) return this.#parenthesized();
    this.height = 0;
    if (reader.isAt("[")) return this.#list();
    if (reader.isAt("{")) return this.#map();
    const read = readLiteral(reader);
    if ("value" in read) return this.make.literal(read.at, read.value);
    reader.report(read.message, read.at);
    return this.make.literal(read.at, null);
  }

  #parenthesized(): Expr {
    this.reader.advance();
    const expr = this.expression();
    this.reader.close(")", "')'");
    return expr;
  }

  /** Parses a name, a function call or a message. A leading dot makes the name absolute. */
  #named(): Expr {
    const { reader } = this;
    const start = reader.at;
    const dot = reader.skip(".") ? "." : "";
    if (!reader.isAt("ident")) reader.stopAfter(".");
    this.height = 0;
    const parts = this.#mayHoldMessages ? this.#messageParts() : undefined;
    if (parts !== undefined) return this.#message(dot + parts.join("."));
    const { text: name, at } = reader;
    reader.advance();
    if (isReserved(name)) {
      reader.report(`reserved identifier: ${name}`, start);
      if (reader.isAt("(")) this.#arguments();
      return this.make.literal(at, null);
    }
    return reader.isAt("(") ? this.#globalCall(dot + name) : this.make.ident(at, dot + name);
  }

  #globalCall(name: string): Expr {
    const { at } = this.reader;
    const args = this.#arguments();
    const [arg] = args;
    const isHas = name === "has" && args.length === 1 && arg !== undefined;
    return isHas ? this.#orReport(expandHas(this.make, at, arg)) : this.make.call(at, name, args);
  }

  /** Reads the name of a message literal; returns undefined if the text is not a message literal. */
  #messageParts(): readonly string[] | undefined {
    const { reader } = this;
    const { at } = reader;
    const parts: string[] = [];
    do {
      parts.push(reader.text);
      reader.advance();
      if (reader.isAt("{")) return parts;
    } while (reader.skip(".") && reader.isAt("ident"));
    reader.goBack(at);
    return undefined;
  }

  #message(typeName: string): Expr {
    const { reader } = this;
    const at = reader.take();
    const fields: EntryExpr<string>[] = [];
    this.#series("}", true, (isOptional) => {
      reader.sync((kind) => kind === "ident" || kind === "escaped", fieldStart);
      const { text: key } = reader;
      if (reader.isAt("escaped")) reader.report(noEscapes, reader.at);
      reader.advance();
      fields.push(this.#entry(key, isOptional));
    });
    return this.make.struct(at, typeName, fields);
  }

  #list(): Expr {
    const at = this.reader.take();
    const items: Expr[] = [];
    const optional: number[] = [];
    this.#series("]", false, (isOptional) => {
      if (isOptional) optional.push(items.length);
      items.push(this.expression());
    });
    return this.make.list(at, items, optional);
  }

  #map(): Expr {
    const at = this.reader.take();
    const entries: EntryExpr<Expr>[] = [];
    this.#series("}", false, (isOptional) => {
      const key = this.expression();
      const { height } = this;
      entries.push(this.#entry(key, isOptional));
      this.height = Math.max(height, this.height);
    });
    return this.make.map(at, entries);
  }

  #entry<K>(key: K, isOptional: boolean): EntryExpr<K> {
    const { at } = this.reader;
    this.reader.close(":", "':'");
    return { at, key, value: this.expression(), isOptional };
  }

  /** Reads items until a closing bracket. A comma may follow the last item; in a message, two commas may. */
  #series(end: "]" | "}", isMessage: boolean, item: (isOptional: boolean) => void): void {
    const { reader } = this;
    let height = 0;
    let isEmpty = true;
    while (!reader.isAt(end) && !reader.isAt(",")) {
      item(reader.skip("?"));
      isEmpty = false;
      height = Math.max(height, this.height);
      if (!reader.skip(",")) break;
      if (end === "]" && reader.isAt("end")) reader.close(end, "']'");
    }
    if (isEmpty || isMessage) reader.skip(",");
    reader.close(end, `{'${end}', ','}`);
    this.height = height;
  }
}
