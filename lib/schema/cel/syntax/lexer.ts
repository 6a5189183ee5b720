import type { Issue } from "./issue.ts";

export type TokenKind =
  | "int"
  | "uint"
  | "float"
  | "string"
  | "bytes"
  | "ident"
  | "escaped"
  /** An operator, a bracket, or one of the words `in`, `true`, `false`, `null`. */
  | "symbol"
  | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

const numbers: readonly (readonly [TokenKind, RegExp])[] = [
  ["float", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["uint", /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ["int", /(?:0x[\da-fA-F]+|\d+)/y],
];

const escapedName = /`[A-Za-z\d_./ -]+`/y;

/** What a character of ASCII begins. */
type Start = "blank" | "letter" | "digit" | "quote" | "symbol";

const starts: readonly (Start | undefined)[] = Array.from({ length: 128 }, (_, code) =>
  startOf(String.fromCharCode(code)),
);

function startAt(text: string, at: number): Start | undefined {
  return at < text.length ? starts[text.charCodeAt(at)] : undefined;
}

function startOf(char: string): Start | undefined {
  if (/[\t \r\n\f]/.test(char)) return "blank";
  if (/[A-Za-z_]/.test(char)) return "letter";
  if (/\d/.test(char)) return "digit";
  if (/["']/.test(char)) return "quote";
  return /[[\]{}().,\-!?:+*/%<>]/.test(char) ? "symbol" : undefined;
}

const prefix = /[bB]?[rR]?(?=["'])/y;

/** An escape within a string that is not raw. */
const escapeSequence =
  /\\(?:[abfnrtv"'\\?`]|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2})/y;

/**
 * Splits a text into tokens, the last of which is its end; what is no token is reported and skipped.
 * Source: github.com/google/cel-go@v0.26.0 parser/gen/CEL.g4.
 */
export function tokenize(text: string, issues: Issue[]): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    at = afterBlank(text, at);
    if (at >= text.length) break;
    const token = tokenAt(text, at);
    if (typeof token === "object") {
      tokens.push(token);
      at += token.text.length;
    } else {
      const part = text.slice(at, token);
      issues.push({ message: `Syntax error: token recognition error at: '${visible(part)}'`, at });
      at = token;
    }
  }
  tokens.push({ kind: "end", text: "<EOF>", at: text.length });
  return tokens;
}

function visible(part: string): string {
  return part.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Behind white space and comments. */
function afterBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    while (startAt(text, at) === "blank") at++;
    if (!text.startsWith("//", at)) return at;
    const end = text.indexOf("\n", at);
    at = end < 0 ? text.length : end;
  }
}

/** The token, or the end of the part that is none. */
function tokenAt(text: string, at: number): Token | number {
  switch (startAt(text, at)) {
    case "letter":
      return prefixedToken(text, at) ?? word(text, at);
    case "quote":
      return stringToken(text, at, at);
    case "digit":
      return number(text, at);
    case "symbol":
      return symbol(text, at);
    default:
      return rareToken(text, at);
  }
}

function symbol(text: string, at: number): Token | number {
  const char = text[at] ?? "";
  const next = text[at + 1];
  if (next === "=" && (char === "!" || char === "<" || char === ">")) {
    return { kind: "symbol", text: `${char}=`, at };
  }
  if (char === "." && startAt(text, at + 1) === "digit") return number(text, at);
  return { kind: "symbol", text: char, at };
}

function rareToken(text: string, at: number): Token | number {
  const char = text[at];
  if ((char === "=" || char === "&" || char === "|") && text[at + 1] === char) {
    return { kind: "symbol", text: char + char, at };
  }
  const end = matchEnd(escapedName, text, at);
  if (end !== undefined) return { kind: "escaped", text: text.slice(at, end), at };
  const begun = char === "`" ? /`[A-Za-z\d_./ -]*/y : /[=&|]/y;
  return afterChar(text, matchEnd(begun, text, at) ?? at);
}

function word(text: string, at: number): Token {
  let end = at + 1;
  for (;;) {
    const part = startAt(text, end);
    if (part !== "letter" && part !== "digit") break;
    end++;
  }
  const found = text.slice(at, end);
  return { kind: isWord(found) ? "symbol" : "ident", text: found, at };
}

function isWord(name: string): boolean {
  return name === "in" || name === "true" || name === "false" || name === "null";
}

function number(text: string, at: number): Token | number {
  for (const [kind, pattern] of numbers) {
    const end = matchEnd(pattern, text, at);
    if (end !== undefined) return { kind, text: text.slice(at, end), at };
  }
  return at + 1;
}

function afterChar(text: string, at: number): number {
  return Math.min(text.length, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
}

/** A string or bytes that begin with a letter, undefined where none begin. */
function prefixedToken(text: string, at: number): Token | number | undefined {
  const char = text[at];
  if (char !== "b" && char !== "B" && char !== "r" && char !== "R") return undefined;
  const open = matchEnd(prefix, text, at);
  return open === undefined ? undefined : stringToken(text, at, open);
}

/** A string or bytes whose quotes open at a place, or the end of one that is none. */
function stringToken(text: string, at: number, open: number): Token | number {
  const char = text[open] ?? "";
  const quote = text.startsWith(char.repeat(3), open) ? char.repeat(3) : char;
  const start = open + quote.length;
  const isRaw = open > at && /[rR]/.test(text.slice(at, open));
  const end = stringEnd(text, start, quote, isRaw);
  const kind = text[at] === "b" || text[at] === "B" ? "bytes" : "string";
  if (end.isClosed) return { kind, text: text.slice(at, end.at), at };
  if (quote.length === 1) return afterChar(text, end.at);
  // Three quotes that never close: the first two are an empty string.
  const short = open + 2;
  return { kind, text: text.slice(at, short), at };
}

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
      if (end === undefined) return { at: failedEscapeEnd(text, at), isClosed: false };
      at = end;
    } else at++;
  }
  return { at, isClosed: false };
}

/** Where an escape stops to be one: its first character that cannot be part of it. */
function failedEscapeEnd(text: string, at: number): number {
  return (
    matchEnd(/\\(?:[xX][\da-fA-F]?|u[\da-fA-F]{0,3}|U[\da-fA-F]{0,7}|[0-3][0-7]?)?/y, text, at) ??
    at
  );
}
