/** Replaces control characters, which could change a terminal or a log, by escapes such as `\u001b`. Newlines stay. */
export function printable(text: string): string {
  return text.replaceAll(
    /(?!\n)[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
