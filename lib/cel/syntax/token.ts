/** What a token is: symbols, and the words that are no names, are called as they are written. */
export type TokenKind =
  | ("int" | "uint" | "float" | "string" | "bytes" | "ident" | "escaped" | "end")
  | ("[" | "]" | "{" | "}" | "(" | ")" | "." | "," | "?" | ":" | "!" | "&&" | "||")
  | ("<" | ">" | "<=" | ">=" | "==" | "!=" | "+" | "-" | "*" | "/" | "%")
  | ("in" | "true" | "false" | "null")
  /** Characters that are no token: no parser sees it. */
  | "none";

/** How tight the operators between two values bind; other tokens are looser. */
export const tightness = { other: 0, relation: 1, sum: 2, product: 3 } as const;

/** A symbol, and the longer one that a second character makes of it. */
export interface SymbolToken {
  readonly kind: TokenKind;
  readonly tightness: number;
  readonly length: number;
  /** The code of that character, 0 where there is none. */
  readonly next: number;
  readonly longer: SymbolToken | undefined;
}

const byTightness: readonly (readonly TokenKind[])[] = [
  ["[", "]", "{", "}", "(", ")", ".", ",", "?", ":", "!", "&&", "||"],
  ["<", ">", "<=", ">=", "==", "!="],
  ["+", "-"],
  ["*", "/", "%"],
];

/** What a character begins: a symbol, or something of kind "none" that only a second character makes one. */
export function symbolOf(char: string): SymbolToken {
  const longer = known(`${char}=`) ?? known(char + char);
  const next = longer?.kind.charCodeAt(1) ?? 0;
  const { kind, tightness: level } = known(char) ?? none;
  return { kind, tightness: level, length: 1, next, longer };
}

const none: SymbolToken = {
  kind: "none",
  tightness: tightness.other,
  length: 1,
  next: 0,
  longer: undefined,
};

function known(text: string): SymbolToken | undefined {
  for (const [level, kinds] of byTightness.entries()) {
    const kind = kinds.find((each) => each === text);
    if (kind !== undefined) return { ...none, kind, tightness: level, length: text.length };
  }
  return undefined;
}
