import { Lexer } from "./lexer.ts";

/** A member of a map as it stands in a text. */
export interface MemberText {
  readonly key: string;
  /** Key and value, without what is around them. */
  readonly text: string;
  readonly value: string;
}

/**
 * The members of a map in their own bytes, repeats included. For the text of a map that parses; white space between
 * members is left out.
 *
 * Errors: throws LexError on what is not such a text.
 */
export function memberTexts(text: string): readonly MemberText[] {
  const lexer = new Lexer(text, false);
  const members: MemberText[] = [];
  lexer.expect("{");
  if (lexer.peek() === closing) return members;
  for (;;) {
    lexer.peek();
    const start = lexer.offset;
    const key = lexer.string();
    lexer.expect(":");
    lexer.peek();
    const valueStart = lexer.offset;
    skipValue(lexer);
    const end = lexer.offset;
    members.push({ key, text: text.slice(start, end), value: text.slice(valueStart, end) });
    if (lexer.peek() === closing) return members;
    lexer.expect(",");
  }
}

const closing = "}".charCodeAt(0);

/** Passes one value, whatever is in it. */
function skipValue(lexer: Lexer): void {
  let depth = 0;
  do {
    switch (String.fromCharCode(lexer.peek())) {
      case "{":
      case "[":
        depth++;
        lexer.offset++;
        break;
      case "}":
      case "]":
        depth--;
        lexer.offset++;
        break;
      case ",":
      case ":":
        lexer.offset++;
        break;
      default:
        lexer.scalar();
    }
  } while (depth > 0);
}
