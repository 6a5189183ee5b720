import type { Issue } from "./issue.ts";
import { type SymbolToken, symbolOf, type TokenKind, tightness } from "./token.ts";

/** What characters of ASCII begin. */
const sorts = { rare: 0, blank: 1, letter: 2, digit: 3, quote: 4, symbol: 5 } as const;

const sortOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[\t \r\n\f]/.test(char)) return sorts.blank;
  if (/[A-Za-z_]/.test(char)) return sorts.letter;
  if (/\d/.test(char)) return sorts.digit;
  if (/["']/.test(char)) return sorts.quote;
  return /[[\]{}().,\-!?:+*/%<>=&|]/.test(char) ? sorts.symbol : sorts.rare;
});

const symbols: readonly SymbolToken[] = Array.from(sortOf, (_, code) =>
  symbolOf(String.fromCharCode(code)),
);

const numbers: readonly (readonly [TokenKind, RegExp])[] = [
  ["float", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["uint", /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ["int", /(?:0x[\da-fA-F]+|\d+)/y],
];

const escapedName = /`[A-Za-z\d_./ -]+`/y;
const begunName = /`[A-Za-z\d_./ -]*/y;
const prefix = /[bB]?[rR]?(?=["'])/y;

/** An escape within a string that is not raw. */
const escapeSequence =
  /\\(?:[abfnrtv"'\\?`]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2})/y;

/** An escape as far as it is one. */
const begunEscape = /\\(?:[xX][\da-fA-F]?|u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|[0-3][0-7]?)?/y;

/** The words that are no names. */
const words = ["in", "true", "false", "null"] as const;

const slash = 47;
const dot = 46;

/**
 * Reads a text token by token, the last of which is its end; what is no token is noted and skipped.
 * Source: github.com/google/cel-go@v0.26.0 parser/gen/CEL.g4.
 */
export class Lexer {
  /** The token at hand. */
  kind: TokenKind = "none";
  tightness: number = tightness.other;
  at = 0;
  /** What was skipped, by place. */
  readonly faults: Issue[] = [];
  protected readonly source: string;
  #end = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** The text of the token at hand. */
  get text(): string {
    return this.kind === "end" ? "<EOF>" : this.source.slice(this.at, this.#end);
  }

  /** Goes on to the next token. */
  advance(): void {
    do {
      this.at = this.#afterBlank();
      this.tightness = tightness.other;
      this.#end = this.at < this.source.length ? this.#read(this.at) : this.#atEnd();
      if (this.kind === "none") this.#fault();
    } while (this.kind === "none");
  }

  /** Goes back to a token that begins at a place. */
  goBack(at: number): void {
    this.#end = at;
    this.advance();
  }

  #atEnd(): number {
    this.kind = "end";
    return this.at;
  }

  #fault(): void {
    const { at, faults } = this;
    if (at <= (faults.at(-1)?.at ?? -1)) return;
    const part = this.source.slice(at, this.#end);
    const shown = part.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
    faults.push({ message: `Syntax error: token recognition error at: '${shown}'`, at });
  }

  /** Behind white space and comments. */
  #afterBlank(): number {
    const { source } = this;
    let at = this.#end;
    for (;;) {
      while (this.#sort(at) === sorts.blank) at++;
      const isComment = source.charCodeAt(at) === slash && source.charCodeAt(at + 1) === slash;
      if (!isComment) return at;
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
    }
  }

  #sort(at: number): number | undefined {
    return at < this.source.length ? sortOf[this.source.charCodeAt(at)] : undefined;
  }

  /** Finds out what the token is, and gives its end. */
  #read(at: number): number {
    switch (this.#sort(at)) {
      case sorts.letter:
        return this.#prefixed(at) ?? this.#word(at);
      case sorts.quote:
        return this.#string(at, at);
      case sorts.digit:
        return this.#number(at);
      case sorts.symbol:
        return this.#symbol(at);
      default:
        return this.#rare(at);
    }
  }

  #is(kind: TokenKind, end: number): number {
    this.kind = kind;
    return end;
  }

  #symbol(at: number): number {
    const code = this.source.charCodeAt(at);
    const next = this.source.charCodeAt(at + 1);
    if (code === dot && this.#sort(at + 1) === sorts.digit) return this.#number(at);
    const short = symbols[code];
    const isLonger = short?.longer?.kind.charCodeAt(1) === next;
    const symbol = isLonger ? short.longer : short;
    this.tightness = symbol?.tightness ?? tightness.other;
    const kind = symbol?.kind ?? "none";
    return this.#is(kind, kind === "none" ? this.#afterChar(at + 1) : at + kind.length);
  }

  #rare(at: number): number {
    const end = matchEnd(escapedName, this.source, at);
    if (end !== undefined) return this.#is("escaped", end);
    return this.#is("none", this.#afterChar(matchEnd(begunName, this.source, at) ?? at));
  }

  #word(at: number): number {
    let end = at + 1;
    for (;;) {
      const sort = this.#sort(end);
      if (sort !== sorts.letter && sort !== sorts.digit) break;
      end++;
    }
    const { source } = this;
    this.kind = "ident";
    for (const word of words) {
      if (word.length !== end - at || !source.startsWith(word, at)) continue;
      this.kind = word;
      if (word === "in") this.tightness = tightness.relation;
    }
    return end;
  }

  #number(at: number): number {
    for (const [kind, pattern] of numbers) {
      const end = matchEnd(pattern, this.source, at);
      if (end !== undefined) return this.#is(kind, end);
    }
    return this.#is("none", at + 1);
  }

  #afterChar(at: number): number {
    const { source } = this;
    return Math.min(source.length, at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
  }

  /** A string or bytes that begin with a letter, undefined where none begin. */
  #prefixed(at: number): number | undefined {
    // Only b, B, r and R come before quotes.
    const letter = this.source.charCodeAt(at) | 0x20;
    if (letter !== 0x62 && letter !== 0x72) return undefined;
    const open = matchEnd(prefix, this.source, at);
    return open === undefined ? undefined : this.#string(at, open);
  }

  /** A string or bytes whose quotes open at a place, or as much of one as is none. */
  #string(at: number, open: number): number {
    const { source } = this;
    const char = source[open] ?? "";
    const isTriple = source[open + 1] === char && source[open + 2] === char;
    const quote = isTriple ? char.repeat(3) : char;
    const letters = source.slice(at, open).toLowerCase();
    this.kind = letters[0] === "b" ? "bytes" : "string";
    const end = stringEnd(source, open + quote.length, quote, letters.endsWith("r"));
    if (end.isClosed) return end.at;
    // Three quotes that never close: the first two are an empty string.
    return isTriple ? open + 2 : this.#is("none", this.#afterChar(end.at));
  }
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Where a string ends, behind its quotes; of one that does not, where it stops to be one. */
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
