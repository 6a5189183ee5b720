import { assertDefined } from "../../json/invariant.ts";
import type { Issue } from "./issue.ts";
import { precedence, type SymbolToken, symbolOf, type TokenKind } from "./token.ts";

/** Classes of ASCII characters, by the token that they begin. The first two can also continue a name. */
const charClass = { letter: 0, digit: 1, blank: 2, quote: 3, symbol: 4, rare: 5 } as const;

const asciiClasses = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\t \r\n\f]/.test(char)) return charClass.blank;
  if (/[A-Za-z_]/.test(char)) return charClass.letter;
  if (/\d/.test(char)) return charClass.digit;
  if (/["']/.test(char)) return charClass.quote;
  return /[[\]{}().,\-!?:+*/%<>=&|]/.test(char) ? charClass.symbol : charClass.rare;
});

const symbols: readonly (SymbolToken | undefined)[] = Array.from(asciiClasses, (_, code) =>
  symbolOf(String.fromCharCode(code)),
);

const float = /\d*\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+/y;
const whole = /(?:0x[\da-fA-F]+|\d+)[uU]?/y;

const escapedName = /`[A-Za-z\d_./ -]+`/y;
const begunName = /`[A-Za-z\d_./ -]*/y;

/** A valid escape in a string literal that is not raw. */
const escapeSequence =
  /\\(?:[abfnrtv"'\\?`]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2})/y;

/** The longest valid beginning of an escape. */
const begunEscape = /\\(?:[xX][\da-fA-F]?|u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|[0-3][0-7]?)?/y;

/** The keywords, by the code of their first letter. */
const words: readonly (TokenKind | undefined)[] = Array.from(asciiClasses, (_, code) =>
  (["in", "true", "false", "null"] as const).find((word) => word.charCodeAt(0) === code),
);

/** The codes of `/`, `.`, `b` and `r`. */
const slash = 47;
const dot = 46;
const letterB = 98;
const letterR = 114;
/** The bit by which a lower-case ASCII letter differs from the upper-case one. */
const lowerCase = 32;

/**
 * Splits a text into tokens. The last token marks the end. Invalid characters are skipped, with an error for each.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/gen/CEL.g4.
 */
export class ExpressionLexer {
  /** The kind of the current token. */
  kind: TokenKind = "none";
  precedence: number = precedence.other;
  at = 0;
  /** The errors for skipped characters, in order. */
  readonly faults: Issue[] = [];
  protected readonly source: string;
  #end = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** The text of the current token. */
  get text(): string {
    return this.kind === "end" ? "<EOF>" : this.source.slice(this.at, this.#end);
  }

  /** Moves to the next token. */
  advance(): void {
    do {
      const at = afterBlank(this.source, this.#end);
      this.at = at;
      this.precedence = precedence.other;
      this.#end = this.#read(at);
      if (this.kind === "none") this.#fault();
    } while (this.kind === "none");
  }

  /** Moves back to the token at an earlier position. */
  goBack(at: number): void {
    this.#end = at;
    this.advance();
  }

  #fault(): void {
    const { at, faults } = this;
    if (at <= (faults.at(-1)?.at ?? -1)) return;
    const part = this.source.slice(at, this.#end);
    const shown = part.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
    faults.push({ message: `Syntax error: token recognition error at: '${shown}'`, at });
  }

  /** Reads the kind of the token at a position and returns the token's end. */
  #read(at: number): number {
    const code = codeAt(this.source, at);
    switch (asciiClasses[code < 128 ? code : 0]) {
      case charClass.letter:
        return this.#prefixed(at, code) ?? this.#word(at, code);
      case charClass.symbol:
        return this.#symbol(at, code);
      case charClass.quote:
        return this.#string(at, at);
      case charClass.digit:
        return this.#number(at);
      default:
        return at < this.source.length ? this.#rare(at) : this.#is("end", at);
    }
  }

  #is(kind: TokenKind, end: number): number {
    this.kind = kind;
    return end;
  }

  #symbol(at: number, code: number): number {
    const short = symbols[code];
    if (short === undefined) return this.#rare(at);
    const next = codeAt(this.source, at + 1);
    const symbol = next === short.next ? (short.longer ?? short) : short;
    if (code === dot && classAt(this.source, at + 1) === charClass.digit) return this.#number(at);
    this.precedence = symbol.precedence;
    this.kind = symbol.kind;
    return symbol.kind === "none" ? this.#afterChar(at + 1) : at + symbol.length;
  }

  #rare(at: number): number {
    const end = matchEnd(escapedName, this.source, at);
    if (end !== undefined) return this.#is("escaped", end);
    return this.#is("none", this.#afterChar(matchEnd(begunName, this.source, at) ?? at));
  }

  #word(at: number, code: number): number {
    const { source } = this;
    const { length } = source;
    let end = at + 1;
    while (end < length) {
      const next = source.charCodeAt(end);
      if (next > 127 || classOf(next) > charClass.digit) break;
      end++;
    }
    const word = words[code];
    const isWord = word?.length === end - at && source.startsWith(word, at);
    if (isWord && word === "in") this.precedence = precedence.relation;
    this.kind = isWord ? word : "ident";
    return end;
  }

  #number(at: number): number {
    const { source } = this;
    let digits = at;
    while (classAt(source, digits) === charClass.digit) digits++;
    const isWhole = codeAt(source, digits) !== dot && classAt(source, digits) !== charClass.letter;
    if (isWhole) return this.#is("int", digits);
    const end = matchEnd(float, source, at);
    if (end !== undefined) return this.#is("float", end);
    const wholeEnd = matchEnd(whole, source, at) ?? at + 1;
    return this.#is(/[uU]/.test(source.slice(wholeEnd - 1, wholeEnd)) ? "uint" : "int", wholeEnd);
  }

  #afterChar(at: number): number {
    const { source } = this;
    return Math.min(source.length, at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
  }

  /**
   * Reads a string or bytes literal with a prefix such as `r` or `b` and returns its end; undefined if there is none.
   */
  #prefixed(at: number, code: number): number | undefined {
    const letter = code | lowerCase;
    if (letter !== letterB && letter !== letterR) return undefined;
    const isBoth = letter === letterB && (codeAt(this.source, at + 1) | lowerCase) === letterR;
    const open = at + (isBoth ? 2 : 1);
    return classAt(this.source, open) === charClass.quote ? this.#string(at, open) : undefined;
  }

  /** Reads a string or bytes literal from its opening quotes. Records an error if it is not terminated. */
  #string(at: number, open: number): number {
    const { source } = this;
    const char = source.charAt(open);
    const isTriple = source[open + 1] === char && source[open + 2] === char;
    const quote = isTriple ? char.repeat(3) : char;
    const letters = source.slice(at, open).toLowerCase();
    this.kind = letters[0] === "b" ? "bytes" : "string";
    const end = stringEnd(source, open + quote.length, quote, letters.endsWith("r"));
    if (end.isClosed) return end.at;
    // Three quotes without closing quotes are read as an empty string, followed by a quote.
    return isTriple ? open + 2 : this.#is("none", this.#afterChar(end.at));
  }
}

/**
 * The code of the character at a position; 0 after the end. The check is faster than calling charCodeAt out of range.
 */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 0;
}

function classAt(text: string, at: number): number {
  const code = codeAt(text, at);
  return classOf(code < 128 ? code : 0);
}

function classOf(ascii: number): number {
  return assertDefined(asciiClasses[ascii], "each ASCII character has a class");
}

/** The position after white space and comments. */
function afterBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (classAt(text, at) === charClass.blank) at++;
    if (codeAt(text, at) !== slash || codeAt(text, at + 1) !== slash) return at;
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end;
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/**
 * The position after the closing quotes or, if the string is not terminated, the position at which it becomes invalid.
 */
function stringEnd(
  text: string,
  start: number,
  quote: string,
  isRaw: boolean,
): { readonly at: number; readonly isClosed: boolean } {
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === quote || (quote.length > 1 && text.startsWith(quote, at))) {
      return { at: at + quote.length, isClosed: true };
    }
    if (quote.length === 1 && (char === "\n" || char === "\r")) break;
    if (char === "\\" && !isRaw) {
      const end = matchEnd(escapeSequence, text, at);
      if (end === undefined) {
        return { at: matchEnd(begunEscape, text, at) ?? at, isClosed: false };
      }
      at = end;
    } else at++;
  }
  return { at, isClosed: false };
}
