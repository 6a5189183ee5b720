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

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ["float", /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y],
  ["uint", /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ["int", /(?:0x[\da-fA-F]+|\d+)/y],
  ["ident", /[A-Za-z_][A-Za-z\d_]*/y],
  ["escaped", /`[A-Za-z\d_./ -]+`/y],
  ["symbol", /(?:==|!=|<=|>=|&&|\|\||[[\]{}().,\-!?:+*/%<>])/y],
];

const words: ReadonlySet<string> = new Set(["in", "true", "false", "null"]);
const blank = /(?:[\t \r\n\f]|\/\/[^\n]*)+/y;
const opening = /(?:[bB]?[rR]?)("""|'''|"|')/y;

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
    at = matchEnd(blank, text, at) ?? at;
    if (at >= text.length) break;
    const token = stringToken(text, at) ?? plainToken(text, at);
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

/** The token, or the end of the part that is none. */
function plainToken(text: string, at: number): Token | number {
  for (const [kind, pattern] of patterns) {
    const end = matchEnd(pattern, text, at);
    if (end === undefined) continue;
    const found = text.slice(at, end);
    return { kind: kind === "ident" && words.has(found) ? "symbol" : kind, text: found, at };
  }
  const begun = text[at] === "`" ? /`[A-Za-z\d_./ -]*/y : /[=&|]/y;
  const end = matchEnd(begun, text, at) ?? at;
  return afterChar(text, end);
}

function afterChar(text: string, at: number): number {
  return Math.min(text.length, at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1));
}

/** A string or bytes, undefined where none begins, or the end of one that is none. */
function stringToken(text: string, at: number): Token | number | undefined {
  const start = matchEnd(opening, text, at);
  if (start === undefined) return undefined;
  const prefix = /^[bBrR]*/.exec(text.slice(at, start))?.[0] ?? "";
  const quote = text.slice(at + prefix.length, start);
  const isRaw = /r/i.test(prefix);
  const end = stringEnd(text, start, quote, isRaw);
  const kind = /^b/i.test(prefix) ? "bytes" : "string";
  if (end.isClosed) return { kind, text: text.slice(at, end.at), at };
  if (quote.length === 1) return afterChar(text, end.at);
  // Three quotes that never close: the first two are an empty string.
  const short = at + prefix.length + 2;
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
    if (text.startsWith(quote, at)) return { at: at + quote.length, isClosed: true };
    const char = text[at];
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
