/** Kinds of tokens; symbols and keywords are named by their text. */
export type TokenKind =
  | ("int" | "uint" | "float" | "string" | "bytes" | "ident" | "escaped" | "end")
  | ("[" | "]" | "{" | "}" | "(" | ")" | "." | "," | "?" | ":" | "!" | "&&" | "||")
  | ("<" | ">" | "<=" | ">=" | "==" | "!=" | "+" | "-" | "*" | "/" | "%")
  | ("in" | "true" | "false" | "null")
  /** Invalid characters, which the parser never gets. */
  | "none";

/** Precedence of binary operators, the loosest first. */
export const precedence = { other: 0, relation: 1, sum: 2, product: 3 } as const;

/** A symbol, and the longer symbol with a second character. */
export interface SymbolToken {
  readonly kind: TokenKind;
  readonly precedence: number;
  readonly length: number;
  /** The code of the second character, 0 without one. */
  readonly next: number;
  readonly longer: SymbolToken | undefined;
}

const byTightness: readonly (readonly TokenKind[])[] = [
  ["[", "]", "{", "}", "(", ")", ".", ",", "?", ":", "!", "&&", "||"],
  ["<", ">", "<=", ">=", "==", "!="],
  ["+", "-"],
  ["*", "/", "%"],
];

/** The symbol that a character begins; of kind "none" where it needs a second character. */
export function symbolOf(char: string): SymbolToken {
  const longer = known(`${char}=`) ?? known(char + char);
  const next = longer?.kind.charCodeAt(1) ?? 0;
  const { kind, precedence: level } = known(char) ?? none;
  return { kind, precedence: level, length: 1, next, longer };
}

const none: SymbolToken = {
  kind: "none",
  precedence: precedence.other,
  length: 1,
  next: 0,
  longer: undefined,
};

function known(text: string): SymbolToken | undefined {
  for (const [level, kinds] of byTightness.entries()) {
    const kind = kinds.find((each) => each === text);
    if (kind !== undefined) return { ...none, kind, precedence: level, length: text.length };
  }
  return undefined;
}
