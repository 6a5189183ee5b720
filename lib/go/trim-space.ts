/**
 * Removes white space at both ends as Go does: U+0085 counts as white space, U+FEFF does not. Takes linear time, because anybody
 * may have written the text; a regular expression for white space at the end can take quadratic time.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strings/strings.go TrimSpace.
 */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return /[^\S\ufeff]|\u0085/.test(character);
}
