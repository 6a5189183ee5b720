import { isIp } from "./ip-address.ts";

/**
 * True for one mail address, optionally with a name (`Foo <a@b.c>`), with comments, or in a group without other
 * addresses.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/net/mail/message.go, ParseAddress.
 */
export function isMailAddress(text: string): boolean {
  const reader = new AddressReader(text);
  return readMailbox(reader, true) === 1 && reader.skipComments() && reader.isAtEnd();
}

/** Reads a text from left to right. Text that does not match is not consumed. */
class AddressReader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.at >= this.#text.length;
  }

  peek(): string {
    return this.#text.charAt(this.at);
  }

  /**
   * Consumes and returns the text that a sticky pattern matches at the current position; undefined if it does not
   * match.
   */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.#text)?.[0];
    if (taken !== undefined) this.at += taken.length;
    return taken;
  }

  takes(char: string): boolean {
    if (this.peek() !== char || this.isAtEnd()) return false;
    this.at++;
    return true;
  }

  skipSpace(): void {
    this.take(/[ \t]*/y);
  }

  /** Consumes spaces and comments; false for a comment that does not end. */
  skipComments(): boolean {
    this.skipSpace();
    while (this.takes("(")) {
      if (this.takeComment() === undefined) return false;
      this.skipSpace();
    }
    return true;
  }

  /**
   * Consumes a comment whose opening bracket was consumed, and returns its text. Comments can be nested. Undefined if the
   * comment does not end.
   */
  takeComment(): string | undefined {
    const start = this.at;
    for (let depth = 1; depth > 0; this.at++) {
      if (this.isAtEnd()) return undefined;
      const char = this.peek();
      if (char === "\\" && this.at + 1 < this.#text.length) this.at++;
      else if (char === "(") depth++;
      else if (char === ")") depth--;
    }
    return this.#text.slice(start, this.at - 1);
  }
}

/**
 * Reads an address or a group. Returns the number of addresses read, or undefined for a syntax error. `groups`: true if
 * a group is allowed.
 */
function readMailbox(reader: AddressReader, groups: boolean): number | undefined {
  reader.skipSpace();
  if (reader.isAtEnd()) return undefined;
  if (readAddress(reader)) {
    reader.skipSpace();
    return readNameComment(reader) ? 1 : undefined;
  }
  if (reader.peek() !== "<" && !readPhrase(reader)) return undefined;
  reader.skipSpace();
  if (groups && reader.takes(":")) return readGroup(reader);
  return reader.takes("<") && readAddress(reader) && reader.takes(">") ? 1 : undefined;
}

function readGroup(reader: AddressReader): number | undefined {
  reader.skipSpace();
  if (reader.takes(";")) return 0;
  for (let count = 1; ; count++) {
    reader.skipSpace();
    if (readMailbox(reader, false) === undefined || !reader.skipComments()) return undefined;
    if (reader.takes(";")) return count;
    if (!reader.takes(",")) return undefined;
  }
}

/** Consumes `local@domain`; if it does not match, consumes nothing and returns false. */
function readAddress(reader: AddressReader): boolean {
  const start = reader.at;
  if (readLocalPart(reader) && reader.takes("@") && readDomain(reader)) return true;
  reader.at = start;
  return false;
}

function readLocalPart(reader: AddressReader): boolean {
  reader.skipSpace();
  if (reader.peek() === '"') return (reader.take(quotedString)?.length ?? 0) > 2;
  return readDotAtom(reader);
}

function readDomain(reader: AddressReader): boolean {
  reader.skipSpace();
  if (reader.peek() !== "[") return readDotAtom(reader);
  const literal = reader.take(domainLiteral);
  return literal !== undefined && isIp(literal.slice(1, -1));
}

function readDotAtom(reader: AddressReader): boolean {
  const atom = reader.take(atoms);
  return atom !== undefined && !/^\.|\.\.|\.$/.test(atom);
}

/**
 * Consumes the words of a name; false for a syntax error, and if all words are empty. A word in a character set that Go does
 * not know ends the name. A comment may follow a word that is not encoded.
 */
function readPhrase(reader: AddressReader): boolean {
  let words = 0;
  let encoded = false;
  for (;;) {
    if (words > 0 && !reader.skipComments()) return false;
    reader.skipSpace();
    if (reader.isAtEnd()) return true;
    const word = reader.take(reader.peek() === '"' ? quotedString : atoms);
    const charset = word === undefined ? undefined : encodingOf(word);
    if (word === undefined || charset === "unknown") return words > 0 || encoded;
    if (charset === "none") words++;
    else encoded ||= charset === "known";
  }
}

function readNameComment(reader: AddressReader): boolean {
  if (!reader.takes("(")) return true;
  const comment = reader.takeComment();
  return (
    comment !== undefined && !comment.split(/[ \t]+/).some((word) => encodingOf(word) === "unknown")
  );
}

const encodedWord =
  /^=\?([^?]+)\?(?:[bB]\?([A-Za-z\d+/]*={0,2})|[qQ]\?((?:[\t\n\r -<>@-~]|=[\da-fA-F]{2})*))\?=$/;

/**
 * Tells whether a word is an encoded word, and whether Go knows its character set. `empty`: known, but without text.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/mime/encodedword.go.
 */
function encodingOf(word: string): "none" | "known" | "empty" | "unknown" {
  const [, charset, base64 = "", quotedPrintable = ""] = encodedWord.exec(word) ?? [];
  if (charset === undefined || base64.length % 4 !== 0) return "none";
  if (!/^(?:utf-8|iso-8859-1|us-ascii)$/i.test(charset)) return "unknown";
  return base64 || quotedPrintable ? "known" : "empty";
}

const quotedString = /"(?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*"/y;
const domainLiteral = /\[[!-Z^-~\u0080-\uffff]*\]/y;
/** Printable characters and dots, without the other special characters of RFC 5322 section 3.2.3. */
const atoms = /[!#-'*+\-./0-9=?A-Z^-~\u0080-\uffff]+/y;
