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
  readonly longer: SymbolToken | undefined;
}

const byTightness: readonly (readonly TokenKind[])[] = [
  ["[", "]", "{", "}", "(", ")", ".", ",", "?", ":", "!", "&&", "||"],
  ["<", ">", "<=", ">=", "==", "!="],
  ["+", "-"],
  ["*", "/", "%"],
];

const byText: ReadonlyMap<string, SymbolToken> = new Map(
  byTightness.flatMap((kinds, level) =>
    kinds.map((kind) => [kind, { kind, tightness: level, longer: undefined }] as const),
  ),
);

/** What a character begins: a symbol, or something of kind "none" that only a second character makes one. */
export function symbolOf(char: string): SymbolToken {
  const longer = byText.get(`${char}=`) ?? byText.get(char + char);
  return { kind: "none", tightness: tightness.other, ...byText.get(char), longer };
}
