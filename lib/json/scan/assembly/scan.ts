import { areValidBlocks } from "./blocks";
import { depth, lastBracket, resetBrackets } from "./brackets";
import { paddingBytes, textAt } from "./layout";
import { sixteen, space } from "./masks";
import { hasUnsafeNumbers, resetScalars } from "./scalars";
import { select } from "./select";
import { hasWrongEscapes, resetStrings } from "./strings";
import { count, resetTokens } from "./tokens";

export { select };

/** Copies bytes within the text and the memory after it. Offsets are relative to the start of the text. */
export function copy(to: u32, from: u32, length: u32): void {
  memory.copy(to + <u32>textAt, from + <u32>textAt, length);
}

/**
 * Checks that the text is JSON without white space, and lists its structural characters down to `limit` levels. Returns
 * -1 if the text is not accepted; otherwise twice the number of words in the list, plus one if `JSON.parse` may change a number.
 */
export function scan(length: u32, limit: i32, tokens: u32, capacity: u32): i32 {
  resetBrackets();
  resetTokens(limit, tokens, capacity);
  resetScalars();
  resetStrings();
  for (let end = length; end < length + paddingBytes; end += 16) {
    v128.store(end, sixteen(space), textAt);
  }
  if ((load<u8>(0, textAt) | 0x20) != 0x7b) return -1;
  if (!areValidBlocks(length) || depth != 0 || hasWrongEscapes) return -1;
  // Refuses a text whose last bracket is not its last byte. A text of 2 bytes is an empty list or map, which `lastBracket`
  // ignores.
  if (lastBracket != length - 1 && length != 2) return -1;
  return <i32>(count * 2 + <u32>hasUnsafeNumbers);
}
