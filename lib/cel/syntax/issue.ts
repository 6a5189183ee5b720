/** A fault in an expression. `at` is its position in UTF-16 units; undefined if it has none. */
export interface Issue {
  readonly message: string;
  readonly at: number | undefined;
}

/**
 * The most issues that are printed.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/errors.go NewErrors.
 */
const maxIssues = 100;
/**
 * The most characters of the line of text that is printed with an issue.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/error.go maxSnippetLength.
 */
const maxSnippet = 16_384;

/**
 * Prints issues as the API server does, ordered by position, each with its line and a marker below the line.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/errors.go, common/error.go.
 */
export function printIssues(issues: readonly Issue[], text: string): string {
  const located = issues.map((issue) => ({ issue, place: linePosition(issue.at, text) }));
  located.sort((a, b) => a.place.line - b.place.line || a.place.column - b.place.column);
  const shown = located
    .slice(0, maxIssues)
    .map(({ issue, place }) => printIssue(issue, place, text));
  if (issues.length > maxIssues) {
    shown.push(`${issues.length - maxIssues} more errors were truncated`);
  }
  return shown.join("\n");
}

/** A line, counted from 1, and a column, counted from 0 in code points. Both are -1 for an issue without position. */
interface LinePosition {
  readonly line: number;
  readonly column: number;
}

function linePosition(at: number | undefined, text: string): LinePosition {
  if (at === undefined) return { line: -1, column: -1 };
  const before = text.slice(0, at);
  const start = before.lastIndexOf("\n") + 1;
  const line = before.split("\n").length;
  return { line, column: Array.from(before.slice(start)).length };
}

function printIssue({ message }: Issue, { line, column }: LinePosition, text: string): string {
  const start = `ERROR: <input>:${line}:${column + 1}: ${message}`;
  const snippet = line < 1 ? undefined : text.split("\n")[line - 1];
  if (snippet === undefined || new TextEncoder().encode(snippet).length > maxSnippet) return start;
  const shown = snippet.replaceAll("\t", " ");
  const chars = Array.from(shown);
  const dots = chars.slice(0, column).map((char) => (isWide(char) ? "\uff0e" : "."));
  const mark = isWide(chars[column]) ? "\uff3e" : "^";
  return `${start}\n | ${shown}\n | ${dots.join("")}${mark}`;
}

function isWide(char: string | undefined): boolean {
  return char !== undefined && char > "\x7f";
}
