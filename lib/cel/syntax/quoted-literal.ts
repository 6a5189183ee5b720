import { letterEscapes } from "../../go/letter-escapes.ts";

/** The value of a string or bytes literal, or an error. */
type Unescaped =
  | { readonly ok: true; readonly text: string; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly message: string };

const none = new Uint8Array();

/**
 * Reads a string or bytes literal with its quotes and prefix. In a bytes literal, `\x` and octal escapes stand for
 * single bytes.
 * Source: https://github.com/google/cel-go/blob/b02364524316/parser/unescape.go.
 */
export function readQuoted(literal: string, isBytes: boolean): Unescaped {
  let open = 0;
  while (literal[open] !== '"' && literal[open] !== "'") open++;
  const quoted = literal.slice(open);
  const width = quoted.length >= 6 && quoted[1] === quoted[0] && quoted[2] === quoted[0] ? 3 : 1;
  const written = quoted.slice(width, quoted.length - width);
  const inside = written.includes("\r") ? written.replace(/\r\n?/g, "\n") : written;
  if (!inside.includes("\\") || (open > 0 && /r/i.test(literal.slice(0, open)))) {
    return { ok: true, text: inside, bytes: isBytes ? new TextEncoder().encode(inside) : none };
  }
  return isBytes ? unescapeBytes(inside) : unescapeText(inside);
}

const pattern =
  /\\(?:([xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))|[^\\]+/gu;

function unescapeText(inside: string): Unescaped {
  let text = "";
  for (const [part, hex, octal, short] of inside.matchAll(pattern)) {
    if (short !== undefined) text += letterEscapes.get(short) ?? short;
    else if (hex === undefined && octal === undefined) text += part;
    else {
      const code =
        hex === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(hex.slice(1), 16);
      if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
        return { ok: false, message: "invalid unicode code point" };
      }
      text += String.fromCodePoint(code);
    }
  }
  return { ok: true, text, bytes: none };
}

function unescapeBytes(inside: string): Unescaped {
  const bytes: number[] = [];
  for (const [part, hex, octal, short] of inside.matchAll(pattern)) {
    if (hex !== undefined && /^[uU]/.test(hex)) {
      return { ok: false, message: "unable to unescape string" };
    }
    if (hex !== undefined) bytes.push(Number.parseInt(hex.slice(1), 16));
    else if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else {
      const text = short === undefined ? part : (letterEscapes.get(short) ?? short);
      for (const byte of new TextEncoder().encode(text)) bytes.push(byte);
    }
  }
  return { ok: true, text: "", bytes: Uint8Array.from(bytes) };
}
