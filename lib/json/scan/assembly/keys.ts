import { backslash, escapedBy, has, maskOf, quote, sixteen, space } from "./masks";

// A separate module, which only finds out whether a key of a text has an escape. It gets the text in parts; the
// variables keep the state between two parts.

/** The address of the current part of the text. The module's memory has one page. */
const partAt: usize = 4096;

/** The address of the UTF-16 units that {@link narrow} converts to bytes. */
const unitsAt: usize = 24576;

/** All bits set if the previous block ends inside a string, else 0. */
let carriedString: u64 = 0;
/** 1 if the previous block ends with a backslash that escapes the next character, else 0. */
let carriedEscape: u64 = 0;
/** True if the string that is open contains an escape. */
let hasEscape: bool = false;
/**
 * True if a string with an escape was closed, and only white space followed so far. If a colon comes next, the string
 * is a key.
 */
let awaitsColon: bool = false;

/** Resets the state for a new text. */
export function begin(): void {
  carriedString = 0;
  carriedEscape = 0;
  hasEscape = false;
  awaitsColon = false;
}

/**
 * Converts UTF-16 units to one byte each, and writes them `from` bytes after the start of the part. ASCII characters
 * stay; all others become 0 or a byte that is not ASCII. May overwrite up to 15 bytes after the last one.
 */
export function narrow(units: u32, from: u32): void {
  const to = partAt + from;
  for (let at: u32 = 0; at < units; at += 16) {
    const low = v128.load(unitsAt + 2 * at);
    const high = v128.load(unitsAt + 2 * at, 16);
    // Units above 0xff become 0xff; units that are negative as signed numbers become 0.
    v128.store(to + at, i8x16.narrow_i16x8_u(low, high));
  }
}

/**
 * Searches the blocks of 64 bytes of a part. Returns true if a key with an escape ends in the part. Unless this is the
 * last part, the caller must put the bytes after the last whole block before the next part.
 */
export function advance(length: u32, isLast: bool): bool {
  if (isLast) {
    for (let end = length; end < length + 64; end += 16) v128.store(end, sixteen(space), partAt);
  }
  if (awaitsColon && isColonNext(0, length)) return true;
  const blocksEnd = isLast ? (length + 63) & ~63 : length & ~63;
  for (let at: u32 = 0; at < blocksEnd; at += 64) {
    if (isKeyIn(at, length)) return true;
  }
  return false;
}

/** Searches one block. Returns true if a key with an escape ends in it. */
function isKeyIn(at: u32, length: u32): bool {
  const a = v128.load(at, partAt);
  const b = v128.load(at, partAt + 16);
  const c = v128.load(at, partAt + 32);
  const d = v128.load(at, partAt + 48);
  let slashes: u64 = 0;
  let quotes = maskOf(a, b, c, d, sixteen(quote));
  if (carriedEscape != 0 || has(a, b, c, d, sixteen(backslash))) {
    slashes = maskOf(a, b, c, d, sixteen(backslash));
    const escaped = escapedBy(slashes, carriedEscape);
    carriedEscape = (slashes & ~escaped) >> 63;
    quotes &= ~escaped;
  }
  if (slashes == 0 && !hasEscape) {
    if ((popcnt(quotes) & 1) != 0) carriedString = ~carriedString;
    return false;
  }
  return isKeyAmong(at, length, quotes, slashes);
}

/**
 * Searches the strings of a block that has an escape or continues a string with an escape. Returns true if one of the
 * strings is a key with an escape.
 */
function isKeyAmong(at: u32, length: u32, quotes: u64, slashes: u64): bool {
  let passed: u64 = 0;
  for (let rest = quotes; rest != 0; rest &= rest - 1) {
    const upTo = rest ^ (rest - 1);
    if (carriedString != 0 && (hasEscape || (slashes & upTo & ~passed) != 0)) {
      if (isColonNext(at + <u32>ctz(rest) + 1, length)) return true;
    }
    carriedString = ~carriedString;
    hasEscape = false;
    passed = upTo;
  }
  if (carriedString != 0 && (slashes & ~passed) != 0) hasEscape = true;
  return false;
}

/**
 * True if the next character that is not white space is a colon. If the part ends before it, sets `awaitsColon`, so
 * that the next part decides.
 */
function isColonNext(start: u32, length: u32): bool {
  let at = start;
  while (at < length && isSpace(load<u8>(at, partAt))) at++;
  awaitsColon = at >= length;
  return !awaitsColon && load<u8>(at, partAt) == 0x3a;
}

function isSpace(char: u8): bool {
  return char == 0x20 || char == 0x0a || char == 0x0d || char == 0x09;
}
