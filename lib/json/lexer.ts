import { parseString } from "./native-parser.ts";
import { numberOf } from "./numbers.ts";
import type { JsonValue } from "./value.ts";

/** A syntax error in a text, at an offset in UTF-16 units from 0. The parser that uses the lexer catches it. */
export class LexError extends Error {
  override readonly name = "LexError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Reads the tokens of a JSON text (RFC 8259) from left to right. `tokens`: true to read each float as a `Float`, with its text. */
export class Lexer {
  readonly #text: string;
  readonly #tokens: boolean;
  offset = 0;

  constructor(text: string, tokens: boolean) {
    this.#text = text;
    this.#tokens = tokens;
  }

  /** Skips white space and returns the code of the next character without consuming it; NaN at the end of the text. */
  peek(): number {
    let code = this.#text.charCodeAt(this.offset);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      code = this.#text.charCodeAt(++this.offset);
    }
    return code;
  }

  /** Consumes one character, which must be `char`. */
  expect(char: string): void {
    if (this.peek() !== char.charCodeAt(0)) throw this.fault(`expected ${char}`);
    this.offset++;
  }

  /** The error for the current offset: `message`, or "unexpected end" at the end of the text. */
  fault(message: string): LexError {
    return new LexError(this.offset < this.#text.length ? message : "unexpected end", this.offset);
  }

  /** Consumes a string, a number or a literal. */
  scalar(): JsonValue {
    switch (this.peek()) {
      case 0x22:
        return this.string();
      case 0x74:
        return this.#literal("true", true);
      case 0x66:
        return this.#literal("false", false);
      case 0x6e:
        return this.#literal("null", null);
      default:
        return this.#number();
    }
  }

  string(): string {
    if (this.peek() !== 0x22) throw this.fault("expected a string");
    const start = this.offset;
    const escaped = this.#skipString();
    const token = this.#text.slice(start, this.offset);
    if (!escaped) return token.slice(1, -1);
    const value = parseString(token);
    if (value === undefined) throw new LexError("a malformed escape", start);
    return value;
  }

  /** Skips a string. Returns true if it contains an escape. */
  #skipString(): boolean {
    let escaped = false;
    for (;;) {
      const code = this.#text.charCodeAt(++this.offset);
      if (code === 0x22) break;
      if (code === 0x5c) {
        escaped = true;
        this.offset++;
      } else if (!(code >= 0x20)) {
        throw this.fault("a control character in a string");
      }
    }
    this.offset++;
    return escaped;
  }

  #literal<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.offset)) throw this.fault("expected a value");
    this.offset += word.length;
    return value;
  }

  #number(): JsonValue {
    number.lastIndex = this.offset;
    const token = number.exec(this.#text)?.[0];
    if (token === undefined) throw this.fault("expected a value");
    const value = numberOf(token, this.#tokens);
    if (value === undefined) throw this.fault("a number beyond float64");
    this.offset += token.length;
    return value;
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
