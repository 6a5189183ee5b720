import type { Issue } from "./issue.ts";
import type { Token, TokenKind } from "./lexer.ts";

/** A syntax error from which reading does not go on. */
export class ParseStop extends Error {
  override readonly name = "ParseStop";
}

/** What may begin an expression, in the server's spelling. */
export const expressionStart =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

const starts: ReadonlySet<string> = new Set([
  "[",
  "{",
  "(",
  ".",
  "-",
  "!",
  "true",
  "false",
  "null",
]);

/** True for a token that may begin an expression. */
export function startsExpression({ kind, text }: Token): boolean {
  return kind === "symbol" ? starts.has(text) : kind !== "end" && kind !== "escaped";
}

/** Reads tokens one by one, and says what is wrong with one in the words of the server's parser. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  readonly #issues: Issue[];
  #index = 0;

  constructor(tokens: readonly Token[], issues: Issue[]) {
    this.#tokens = tokens;
    this.#issues = issues;
  }

  /** The token at hand, or one behind it. The last is the end, however far one looks. */
  peek(ahead = 0): Token {
    const tokens = this.#tokens;
    return tokens[this.#index + ahead] ?? tokens[tokens.length - 1] ?? nothing;
  }

  next(): Token {
    const token = this.peek();
    this.#index++;
    return token;
  }

  /** True at a symbol, or one of several tokens behind. */
  isAt(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === "symbol" && token.text === text;
  }

  isKind(kind: TokenKind, ahead = 0): boolean {
    return this.peek(ahead).kind === kind;
  }

  /** Reads the symbol if it is there. */
  skip(text: string): boolean {
    const found = this.isAt(text);
    if (found) this.#index++;
    return found;
  }

  report(message: string, at: number | undefined): void {
    this.#issues.push({ message, at });
  }

  /** Reports a syntax error at a token and stops. */
  stop(message: string, at: number): never {
    this.report(`Syntax error: ${message}`, at);
    throw new ParseStop(message);
  }

  /**
   * Makes sure that the token at hand is acceptable. One that is not is dropped where the token behind it is, as the
   * server does; otherwise reading stops.
   */
  sync(isWanted: (token: Token) => boolean, expecting: string): void {
    const token = this.peek();
    if (isWanted(token)) return;
    if (token.kind === "end" || !isWanted(this.peek(1))) {
      this.stop(`mismatched input '${token.text}' expecting ${expecting}`, token.at);
    }
    this.report(`Syntax error: extraneous input '${token.text}' expecting ${expecting}`, token.at);
    this.#index++;
  }

  /** Reads a closing bracket; at the end of the text one is taken as read. */
  close(text: string, expecting: string): void {
    if (this.isKind("end") && expecting === `'${text}'`) {
      this.report(`Syntax error: missing '${text}' at '<EOF>'`, this.peek().at);
      return;
    }
    this.sync((token) => token.kind === "symbol" && token.text === text, expecting);
    this.next();
  }
}

const nothing: Token = { kind: "end", text: "<EOF>", at: 0 };
