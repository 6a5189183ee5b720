/** The kinds of tokens. A symbol or keyword is its own kind. */
export type TokenKind =
  | ("int" | "uint" | "float" | "string" | "bytes" | "ident" | "escaped" | "end")
  | ("[" | "]" | "{" | "}" | "(" | ")" | "." | "," | "?" | ":" | "!" | "&&" | "||")
  | ("<" | ">" | "<=" | ">=" | "==" | "!=" | "+" | "-" | "*" | "/" | "%")
  | ("in" | "true" | "false" | "null")
  /** The kind of invalid characters, which are skipped before the parser sees them. */
  | "none";

/** The precedence of binary operators; a higher number binds more tightly. */
export const precedence = { other: 0, relation: 1, sum: 2, product: 3 } as const;

/** A symbol, and a longer symbol that has one more character. */
export interface SymbolToken {
  readonly kind: TokenKind;
  readonly precedence: number;
  readonly length: number;
  /** The code of the second character of the longer symbol; 0 if there is none. */
  readonly next: number;
  readonly longer: SymbolToken | undefined;
}

const byTightness: readonly (readonly TokenKind[])[] = [
  ["[", "]", "{", "}", "(", ")", ".", ",", "?", ":", "!", "&&", "||"],
  ["<", ">", "<=", ">=", "==", "!="],
  ["+", "-"],
  ["*", "/", "%"],
];

/** The symbol that begins with a character. Its kind is "none" if the character alone is not a symbol. */
export function symbolOf(char: string): SymbolToken {
  const longer = symbolToken(`${char}=`) ?? symbolToken(char + char);
  const next = longer?.kind.charCodeAt(1) ?? 0;
  const { kind, precedence: level } = symbolToken(char) ?? none;
  return { kind, precedence: level, length: 1, next, longer };
}

const none: SymbolToken = {
  kind: "none",
  precedence: precedence.other,
  length: 1,
  next: 0,
  longer: undefined,
};

function symbolToken(text: string): SymbolToken | undefined {
  for (const [level, kinds] of byTightness.entries()) {
    const kind = kinds.find((each) => each === text);
    if (kind !== undefined) return { ...none, kind, precedence: level, length: text.length };
  }
  return undefined;
}
