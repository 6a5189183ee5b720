/**
 * Characters that a terminal or log viewer interprets or hides: controls, formats (U+202E reverses the rest of a line),
 * line separators, lone surrogates, and unassigned code points.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** As {@link hidden}, but without line feeds and tabs, which a text of several lines may have. */
const hiddenInLines = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A text for one field of the log: at most `maxLength` UTF-16 units, an ellipsis where it was cut, hidden characters
 * escaped as `\u{202e}`. Callers can put any text into a request.
 */
export function logText(text: string, maxLength: number): string {
  return cut(text, maxLength).replace(hidden, escaped);
}

/** As {@link logText}, for a text of several lines. */
export function logLines(text: string, maxLength: number): string {
  return cut(text, maxLength).replace(hiddenInLines, escaped);
}

function cut(text: string, maxLength: number): string {
  // A cut surrogate pair goes as a whole.
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…`;
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
