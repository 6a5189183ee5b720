import { Lexer } from "./lexer.ts";

/** The source text of one member of a map. */
interface MemberText {
  readonly key: string;
  /** The text from the key's opening quote to the end of the value. */
  readonly text: string;
  readonly value: string;
}

/**
 * The source texts of a map's members, including members with the same key, without the white space between members.
 *
 * Errors: throws LexError for JSON that is not a map. The text must be JSON: not every fault is noticed.
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

/** Skips one value of any type. */
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
