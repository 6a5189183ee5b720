/**
 * Characters that a terminal or a viewer of logs acts on, or does not show: controls, formats (U+202E turns the rest of a
 * line around), separators of lines, lone surrogates, and what no standard names.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The same but for line feeds and tabs, which a text of several lines may have. */
const hiddenInLines = /(?![\n\t])[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * A text for one field of the log: at most `maxLength` UTF-16 units of it, an ellipsis where it was cut, hidden
 * characters escaped as `\u{202e}`. Whoever can send a request can put any text into it.
 */
export function logText(text: string, maxLength: number): string {
  return cut(text, maxLength).replace(hidden, escaped);
}

/** The same for a text of several lines. */
export function logLines(text: string, maxLength: number): string {
  return cut(text, maxLength).replace(hiddenInLines, escaped);
}

function cut(text: string, maxLength: number): string {
  // No half of a pair stays.
  return text.length <= maxLength
    ? text
    : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…`;
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
