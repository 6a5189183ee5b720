/**
 * The control characters that Go prints as a backslash and a letter, by this letter.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strconv/quote.go.
 */
export const letterEscapes: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);
