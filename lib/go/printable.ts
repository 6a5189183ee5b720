/**
 * True for a character that Go considers printable: a letter, mark, number, punctuation character or symbol, or the
 * ASCII space.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/unicode/graphic.go IsPrint.
 */
export function isPrintable(char: string): boolean {
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(char);
}
