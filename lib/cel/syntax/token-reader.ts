import type { Issue } from "./issue.ts";
import { ExpressionLexer } from "./lexer.ts";
import type { TokenKind } from "./token.ts";

/** Thrown to end parsing after a syntax error or a limit. */
export class ParseAborted extends Error {
  override readonly name = "ParseAborted";
}

/** The tokens that can begin an expression, as the API server's errors list them. */
export const expressionStart =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

const starts: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...(["[", "{", "(", ".", "-", "!", "true", "false", "null"] as const),
  ...(["ident", "string", "int", "uint", "float", "bytes"] as const),
]);

/** True for a token that can begin an expression. */
export function startsExpression(kind: TokenKind): boolean {
  return kind === "ident" || starts.has(kind);
}

/** Reads tokens, and reports an unexpected token with the error of the API server's parser (ANTLR). */
export class TokenReader extends ExpressionLexer {
  readonly #issues: Issue[];

  constructor(source: string, issues: Issue[]) {
    super(source);
    this.#issues = issues;
    this.advance();
  }

  /** Consumes a token and returns its position. */
  take(): number {
    const { at } = this;
    this.advance();
    return at;
  }

  isAt(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Consumes the token if it is of this kind. Returns whether it is. */
  skip(kind: TokenKind): boolean {
    const found = this.kind === kind;
    if (found) this.advance();
    return found;
  }

  /** The kind of the token after the current one. */
  peek(): TokenKind {
    const { at } = this;
    this.advance();
    const { kind } = this;
    this.goBack(at);
    return kind;
  }

  report(message: string, at: number | undefined): void {
    this.#issues.push({ message, at });
  }

  /** Reports a syntax error at the current token and ends parsing. */
  stop(message: string): never {
    this.report(`Syntax error: ${message}`, this.at);
    throw new ParseAborted(message);
  }

  /** Reports an unexpected token and ends parsing. */
  mismatch(expecting: string): never {
    return this.stop(`mismatched input '${this.text}' expecting ${expecting}`);
  }

  /** Reports a token that can't follow `before`, and ends parsing. */
  stopAfter(before: string): never {
    const text = this.kind === "end" ? "" : this.text;
    return this.stop(`no viable alternative at input '${before}${text}'`);
  }

  /**
   * Checks that the current token is expected. An unexpected token is skipped if the token after it is expected, as on
   * the server; otherwise parsing ends.
   */
  sync(isWanted: (kind: TokenKind) => boolean, expecting: string): void {
    if (isWanted(this.kind)) return;
    if (this.kind === "end" || !isWanted(this.peek())) {
      this.mismatch(expecting);
    }
    const message = `extraneous input '${this.text}' expecting ${expecting}`;
    this.report(`Syntax error: ${message}`, this.take());
  }

  /** Consumes a closing bracket or a colon. At the end of the text, reports that the token is missing and continues. */
  close(wanted: TokenKind, expecting: string): void {
    if (this.skip(wanted)) return;
    if (this.kind === "end" && expecting === `'${wanted}'`) {
      this.report(`Syntax error: missing '${wanted}' at '<EOF>'`, this.at);
      return;
    }
    this.sync((kind) => kind === wanted, expecting);
    this.advance();
  }
}
