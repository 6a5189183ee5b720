import type { Issue } from "./issue.ts";
import { Lexer } from "./lexer.ts";
import type { TokenKind } from "./token.ts";

/** A syntax error from which reading does not go on. */
export class ParseStop extends Error {
  override readonly name = "ParseStop";
}

/** What may begin an expression, in the server's spelling. */
export const expressionStart =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";

const starts: ReadonlySet<TokenKind> = new Set<TokenKind>([
  ...(["[", "{", "(", ".", "-", "!", "true", "false", "null"] as const),
  ...(["ident", "string", "int", "uint", "float", "bytes"] as const),
]);

/** True for a token that may begin an expression. */
export function startsExpression(kind: TokenKind): boolean {
  return kind === "ident" || starts.has(kind);
}

/** Reads tokens one by one, and says what is wrong with one in the words of the server's parser. */
export class TokenReader extends Lexer {
  readonly #issues: Issue[];

  constructor(source: string, issues: Issue[]) {
    super(source);
    this.#issues = issues;
    this.advance();
  }

  /** Reads a token; its place. */
  take(): number {
    const { at } = this;
    this.advance();
    return at;
  }

  isAt(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Reads the token if it is there. */
  skip(kind: TokenKind): boolean {
    const found = this.kind === kind;
    if (found) this.advance();
    return found;
  }

  /** What the token behind the one at hand is. */
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

  /** Reports a syntax error at the token and stops. */
  stop(message: string): never {
    this.report(`Syntax error: ${message}`, this.at);
    throw new ParseStop(message);
  }

  /** Stops at a token where another is wanted. */
  mismatch(expecting: string): never {
    return this.stop(`mismatched input '${this.text}' expecting ${expecting}`);
  }

  /** Stops at a token that cannot follow what stands before it. */
  stopAfter(before: string): never {
    const text = this.kind === "end" ? "" : this.text;
    return this.stop(`no viable alternative at input '${before}${text}'`);
  }

  /**
   * Makes sure that the token at hand is acceptable. One that is not is dropped where the token behind it is, as the
   * server does; otherwise reading stops.
   */
  sync(isWanted: (kind: TokenKind) => boolean, expecting: string): void {
    if (isWanted(this.kind)) return;
    if (this.kind === "end" || !isWanted(this.peek())) {
      this.mismatch(expecting);
    }
    const message = `extraneous input '${this.text}' expecting ${expecting}`;
    this.report(`Syntax error: ${message}`, this.take());
  }

  /** Reads a closing bracket; at the end of the text one is taken as read. */
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
