import { isIp } from "./ip-address.ts";

/**
 * True for one mail address, with or without a name (`Foo <a@b.c>`), comments, or a group of one around it.
 * Source: go1.26 src/net/mail/message.go, ParseAddress.
 */
export function isMailAddress(text: string): boolean {
  const reader = new Reader(text);
  return readMailbox(reader, true) === 1 && reader.skipComments() && reader.isAtEnd();
}

/** Reads a text from left to right; what does not match is not passed. */
class Reader {
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

  /** Passes what a sticky pattern matches here, and gives it. */
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

  /** Passes spaces and comments; false for a comment that does not end. */
  skipComments(): boolean {
    this.skipSpace();
    while (this.takes("(")) {
      if (this.takeComment() === undefined) return false;
      this.skipSpace();
    }
    return true;
  }

  /** Passes a comment after its opening bracket; comments nest. */
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

/** The number of addresses read; undefined for a fault. Only at the outside a group may stand for an address. */
function readMailbox(reader: Reader, groups: boolean): number | undefined {
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

function readGroup(reader: Reader): number | undefined {
  reader.skipSpace();
  if (reader.takes(";")) return 0;
  for (let count = 1; ; count++) {
    reader.skipSpace();
    if (readMailbox(reader, false) === undefined || !reader.skipComments()) return undefined;
    if (reader.takes(";")) return count;
    if (!reader.takes(",")) return undefined;
  }
}

/** Passes `local@domain`, or nothing. */
function readAddress(reader: Reader): boolean {
  const start = reader.at;
  if (readLocalPart(reader) && reader.takes("@") && readDomain(reader)) return true;
  reader.at = start;
  return false;
}

function readLocalPart(reader: Reader): boolean {
  reader.skipSpace();
  if (reader.peek() === '"') return (reader.take(quotedString)?.length ?? 0) > 2;
  return readDotAtom(reader);
}

function readDomain(reader: Reader): boolean {
  reader.skipSpace();
  if (reader.peek() !== "[") return readDotAtom(reader);
  const literal = reader.take(domainLiteral);
  return literal !== undefined && isIp(literal.slice(1, -1));
}

function readDotAtom(reader: Reader): boolean {
  const atom = reader.take(atoms);
  return atom !== undefined && !/^\.|\.\.|\.$/.test(atom);
}

/**
 * Passes the words of a name, at least one that is not empty. A word in a character set that Go does not know ends
 * it. Comments may stand behind a word, but not behind one that is encoded.
 */
function readPhrase(reader: Reader): boolean {
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

function readNameComment(reader: Reader): boolean {
  if (!reader.takes("(")) return true;
  const comment = reader.takeComment();
  return (
    comment !== undefined && !comment.split(/[ \t]+/).some((word) => encodingOf(word) === "unknown")
  );
}

const encodedWord =
  /^=\?([^?]+)\?(?:[bB]\?([A-Za-z\d+/]*={0,2})|[qQ]\?((?:[\t\n\r -<>@-~]|=[\da-fA-F]{2})*))\?=$/;

/** Whether a word is an encoded one, and in a character set that Go knows. Source: go1.26 src/mime/encodedword.go. */
function encodingOf(word: string): "none" | "known" | "empty" | "unknown" {
  const match = encodedWord.exec(word);
  if (match === null || (match[2] ?? "").length % 4 !== 0) return "none";
  if (!/^(?:utf-8|iso-8859-1|us-ascii)$/i.test(match[1] ?? "")) return "unknown";
  return match[2] || match[3] ? "known" : "empty";
}

const quotedString = /"(?:[\t !#-[\]-~\u0080-\uffff]|\\[\t -~\u0080-\uffff])*"/y;
const domainLiteral = /\[[!-Z^-~\u0080-\uffff]*\]/y;
/** Printable, and none of the specials of RFC 5322, 3.2.3; dots included. */
const atoms = /[!#-'*+\-./0-9=?A-Z^-~\u0080-\uffff]+/y;
