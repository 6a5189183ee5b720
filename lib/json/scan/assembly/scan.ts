import { count, depth, keepSlash, lastBracket, resetBrackets, visit } from "./brackets";
import { textAt } from "./layout";
import { between, escapedBy, join, maskOf } from "./masks";
import { hasOddNumbers, isScalar, resetScalars } from "./scalars";
import { select } from "./select";
import { areEscapes, isText, resetStrings } from "./strings";

export { select };

const space: v128 = i8x16.splat(0x20);

/** Copies bytes of the text or behind it; offsets count from the start of the text. */
export function copy(to: u32, from: u32, length: u32): void {
  memory.copy(to + <u32>textAt, from + <u32>textAt, length);
}

/**
 * Proves that the text is JSON without white space and lists its structural characters of `limit` levels.
 *
 * Gives twice the number of tokens, plus one where some number may be odd, or -1 where the text is refused.
 */
export function scan(length: u32, limit: i32, tokens: u32, links: u32, capacity: u32): i32 {
  resetBrackets(limit, tokens, links);
  resetScalars();
  resetStrings();
  for (let end = length; end < length + 64; end += 16) v128.store(end, space, textAt);
  if ((load<u8>(0, textAt) | 0x20) != 0x7b) return -1;
  let carriedEscape: u64 = 0;
  let carriedString: u64 = 0;
  let carriedValue: u64 = 0;
  let carriedColon: u64 = 0;
  // As if a comma stood before the text.
  let carriedComma: u64 = 1;
  let carriedOpen: u64 = 0;
  let carriedKey: u64 = 0;
  let carriedScalar: u64 = 0;
  for (let at: u32 = 0; at < length; at += 64) {
    let a = v128.load(at, textAt);
    let b = v128.load(at, textAt + 16);
    let c = v128.load(at, textAt + 32);
    let d = v128.load(at, textAt + 48);
    const lowest = i8x16.min_s(i8x16.min_s(a, b), i8x16.min_s(c, d));
    if (v128.any_true(i8x16.lt_s(lowest, space)) && !isText(at)) return -1;
    let quotes = maskOf(a, b, c, d, i8x16.splat(0x22));
    const slashes = maskOf(a, b, c, d, i8x16.splat(0x5c));
    if ((slashes | carriedEscape) != 0) {
      const escaped = escapedBy(slashes, carriedEscape);
      carriedEscape = (slashes & ~escaped) >> 63;
      const others = escaped & ~(quotes | slashes);
      if (others != 0 && !areEscapes(at, others)) return -1;
      quotes &= ~escaped;
    }
    if (quotes == 0 && carriedString != 0) {
      keepSlash(at, slashes);
      continue;
    }
    const inside = between(quotes) ^ carriedString;
    carriedString = <u64>(<i64>inside >> 63);
    const valid: u64 = length - at < 64 ? ((<u64>1) << (length - at)) - 1 : ~(<u64>0);
    const outside = ~(inside | quotes) & valid;
    const colons = maskOf(a, b, c, d, i8x16.splat(0x3a)) & outside;
    const commas = maskOf(a, b, c, d, i8x16.splat(0x2c)) & outside;
    const kinds = join(i8x16.shl(a, 2), i8x16.shl(b, 2), i8x16.shl(c, 2), i8x16.shl(d, 2));
    a = v128.or(a, space);
    b = v128.or(b, space);
    c = v128.or(c, space);
    d = v128.or(d, space);
    const opens = maskOf(a, b, c, d, i8x16.splat(0x7b)) & outside;
    const closes = maskOf(a, b, c, d, i8x16.splat(0x7d)) & outside;
    const scalars = outside & ~(opens | closes | colons | commas);
    const afterColon = (colons << 1) | carriedColon;
    const afterComma = (commas << 1) | carriedComma;
    const afterOpen = (opens << 1) | carriedOpen;
    const firstOfList = afterComma | afterOpen;
    const mayStart = firstOfList | afterColon;
    const opening = quotes & inside;
    const sum = inside + ((opening & afterColon) | carriedValue);
    carriedValue = <u64>(sum < inside);
    const keys = quotes & ~inside & ~sum;
    const afterKey = (keys << 1) | carriedKey;
    const starts = scalars & ~((scalars << 1) | carriedScalar);
    const wrong =
      ((starts | opening | opens) & ~mayStart) |
      (commas & mayStart) |
      (closes & (afterColon | afterComma)) |
      (colons & ~afterKey);
    if (wrong != 0) return -1;
    for (let rest = starts; rest != 0; rest &= rest - 1) {
      if (!isScalar(at + <u32>ctz(rest))) return -1;
    }
    const pairs = opens & (closes >> 1) & ~(kinds ^ (kinds >> 1));
    const brackets = (opens | closes) & ~(pairs | (pairs << 1));
    const isList = (afterKey & ~colons) | ((starts | opens) & firstOfList);
    if (count + 64 > capacity || !visit(at, brackets, isList, colons, commas, slashes)) return -1;
    keepSlash(at, slashes);
    carriedColon = colons >> 63;
    carriedComma = commas >> 63;
    carriedOpen = opens >> 63;
    carriedKey = keys >> 63;
    carriedScalar = scalars >> 63;
  }
  if (depth != 0 || carriedString != 0) return -1;
  if (lastBracket != length - 1 && length != 2) return -1;
  return <i32>(count * 2 + <u32>hasOddNumbers);
}
