import { checkBrackets } from "./brackets";
import { textAt } from "./layout";
import {
  backslash,
  between,
  close,
  colon,
  comma,
  has,
  maskOf,
  open,
  quote,
  sixteen,
  space,
} from "./masks";
import { areScalars } from "./scalars";
import { keepSlash, unescaped } from "./strings";
import { isText } from "./utf8";

/**
 * Checks the grammar of JSON in blocks of 64 bytes: each character must be allowed after the one before it, and what is
 * between two brackets must be allowed in the list or map around it. Lists the tokens: the offsets of brackets, colons and
 * commas. False if the text is not JSON, or is JSON that the scanner does not accept, such as one with white space.
 * State that a block passes to the next is kept in local variables: with globals the scan would be a sixth slower.
 */
export function areValidBlocks(length: u32): bool {
  let carriedString: u64 = 0;
  let carriedValue: u64 = 0;
  let carriedColon: u64 = 0;
  // The beginning of the text is treated as if it came after a comma.
  let carriedComma: u64 = 1;
  let carriedOpen: u64 = 0;
  let carriedKey: u64 = 0;
  let carriedScalar: u64 = 0;
  for (let at: u32 = 0; at < length; at += 64) {
    let a = v128.load(at, textAt);
    let b = v128.load(at, textAt + 16);
    let c = v128.load(at, textAt + 32);
    let d = v128.load(at, textAt + 48);
    if (isUnusual(a, b, c, d) && !isText(at)) return false;
    const slashes: u64 = has(a, b, c, d, sixteen(backslash)) ? maskOf(a, b, c, d, sixteen(backslash)) : 0;
    const quotes = unescaped(at, maskOf(a, b, c, d, sixteen(quote)), slashes);
    if (quotes == 0 && carriedString != 0) {
      keepSlash(at, slashes);
      continue;
    }
    const inside = between(quotes) ^ carriedString;
    carriedString = <u64>(<i64>inside >> 63);
    const outside = ~(inside | quotes) & valid(length - at);
    const colons = maskOf(a, b, c, d, sixteen(colon)) & outside;
    const commas = maskOf(a, b, c, d, sixteen(comma)) & outside;
    // Setting bit 0x20 turns [ into { and ] into }, so that both kinds of brackets are found together.
    a = v128.or(a, sixteen(space));
    b = v128.or(b, sixteen(space));
    c = v128.or(c, sixteen(space));
    d = v128.or(d, sixteen(space));
    const opens = maskOf(a, b, c, d, sixteen(open)) & outside;
    const closes = maskOf(a, b, c, d, sixteen(close)) & outside;
    const scalars = outside & ~(opens | closes | colons | commas);
    const starts = scalars & ~((scalars << 1) | carriedScalar);
    const afterColon = (colons << 1) | carriedColon;
    const afterComma = (commas << 1) | carriedComma;
    const firstOfList = afterComma | (opens << 1) | carriedOpen;
    const mayStart = firstOfList | afterColon;
    // Adding a bit at the start of a member's value carries through the string to its closing quote.
    const sum = inside + ((quotes & inside & afterColon) | carriedValue);
    carriedValue = <u64>(sum < inside);
    const keys = quotes & ~inside & ~sum;
    const afterKey = (keys << 1) | carriedKey;
    const wrong =
      ((starts | (quotes & inside) | opens) & ~mayStart) |
      (commas & mayStart) |
      (closes & (afterColon | afterComma)) |
      (colons & ~afterKey);
    if (wrong != 0 || !areScalars(at, starts)) return false;
    const ofList = (afterKey & ~colons) | ((starts | opens) & firstOfList);
    if (!checkBrackets(at, opens, closes, ofList, colons, commas, slashes)) return false;
    carriedColon = colons >> 63;
    carriedComma = commas >> 63;
    carriedOpen = opens >> 63;
    carriedKey = keys >> 63;
    carriedScalar = scalars >> 63;
  }
  return carriedString == 0;
}

/** True if a block has a control character or a byte that is not ASCII. */
// @ts-ignore: decorator
@inline
function isUnusual(a: v128, b: v128, c: v128, d: v128): bool {
  const lowest = i8x16.min_s(i8x16.min_s(a, b), i8x16.min_s(c, d));
  return v128.any_true(i8x16.lt_s(lowest, sixteen(space)));
}

/**
 * A mask of the bytes of a block that belong to the text. `left` is the number of bytes from the start of the block to
 * the end of the text.
 */
// @ts-ignore: decorator
@inline
function valid(left: u32): u64 {
  return left < 64 ? ((<u64>1) << left) - 1 : ~(<u64>0);
}
