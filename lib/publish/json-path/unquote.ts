import { letterEscapes } from "../../go/letter-escapes.ts";

const escapes = new Map<string, string>([...letterEscapes, ["\\", "\\"], ["'", "'"], ['"', '"']]);

/** Matches an escape or any other single character. */
const tokens = /\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[0-3][0-7]{2}|[\s\S])|[^\\]|\\$/g;

/**
 * The value of a text in single or double quotes, with Go's escapes; undefined if it is malformed. A byte such as
 * `\xff` becomes the character with this code.
 * Source: https://github.com/kubernetes/client-go/blob/44a8af2fee83/util/jsonpath/parser.go, UnquoteExtend;
 * https://github.com/golang/go/blob/go1.26.0/src/strconv/quote.go, UnquoteChar.
 */
export function unquoteJsonPath(quoted: string): string | undefined {
  const quote = quoted.charAt(0);
  if (quoted.length < 2 || !quoted.endsWith(quote)) return undefined;
  let plain = "";
  for (const [all, escaped] of quoted.slice(1, -1).matchAll(tokens)) {
    const char = escaped === undefined ? plainChar(all, quote) : escapedChar(escaped, quote);
    if (char === undefined) return undefined;
    plain += char;
  }
  return plain;
}

function plainChar(char: string, quote: string): string | undefined {
  return char === quote || char === "\\" ? undefined : char;
}

function escapedChar(escaped: string, quote: string): string | undefined {
  if (escaped === "'" || escaped === '"') return escaped === quote ? escaped : undefined;
  if (escaped.length === 1) return escapes.get(escaped);
  const code = /^[xuU]/.test(escaped)
    ? Number.parseInt(escaped.slice(1), 16)
    : Number.parseInt(escaped, 8);
  const valid = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : undefined;
}
