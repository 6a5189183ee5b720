/**
 * Characters that a terminal or log viewer interprets or hides: control characters, format characters (U+202E reverses
 * the rest of a line), line and paragraph separators, lone surrogates, private and unassigned code points.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The characters of {@link hidden} except line feed and tab, for a text of several lines. */
const hiddenInLines = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Makes a text safe for a field of the log: at most `maxLength` UTF-16 units, with an ellipsis if it was cut, and
 * hidden characters escaped as `\u{202e}`. Callers can put any text into a request.
 */
export function logText(text: string, maxLength: number): string {
  const cut = cutText(text, maxLength);
  return isPlain(cut) ? cut : cut.replace(hidden, escapedCharacter);
}

/** True for a text of printable ASCII. Most are: a loop looks at few of the bytes that the expression's tables take. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

/** Makes a text of several lines safe for the log, as {@link logText} does for one line. */
export function logLines(text: string, maxLength: number): string {
  return cutText(text, maxLength).replace(hiddenInLines, escapedCharacter);
}

function cutText(text: string, maxLength: number): string {
  // Does not cut through a surrogate pair.
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…`;
}

function escapedCharacter(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
