import { backslash, escapedBy, has, maskOf, quote, sixteen, space } from "./masks";

// A module of its own: it only says whether some key of a text holds an escape. The text comes in parts; what a part hands on
// to the next one is kept here.

/** Where a part of the text begins in the memory of one page. */
const partAt: usize = 4096;

/** Where UTF-16 units stand that {@link narrow} makes bytes of. */
const unitsAt: usize = 24576;

/** All bits where the block before ends inside a string. */
let carriedString: u64 = 0;
/** 1 where the block before ends in a backslash that escapes what follows. */
let carriedEscape: u64 = 0;
/** The string that is open holds an escape. */
let hasEscape: bool = false;
/** A string with an escape was closed, and only white space followed so far. */
let awaitsColon: bool = false;

/** Begins with another text. */
export function begin(): void {
  carriedString = 0;
  carriedEscape = 0;
  hasEscape = false;
  awaitsColon = false;
}

/**
 * Makes a byte of each UTF-16 unit, `from` bytes behind the start of the part: ASCII stays, all else becomes what is none. Up
 * to 15 bytes behind the last one are written over.
 */
export function narrow(units: u32, from: u32): void {
  const to = partAt + from;
  for (let at: u32 = 0; at < units; at += 16) {
    const low = v128.load(unitsAt + 2 * at);
    const high = v128.load(unitsAt + 2 * at, 16);
    // Beyond 0xff becomes 0xff, and what is negative as a signed number 0.
    v128.store(to + at, i8x16.narrow_i16x8_u(low, high));
  }
}

/**
 * Goes through the blocks of 64 bytes of a part; what is left of the part after the last whole block has to stand in front of
 * the next part, unless this one is the last. True where a key with an escape ends in the part.
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

/** Goes through a block: true where a key with an escape ends in it. */
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

/** Goes through the strings of a block in which some string holds an escape. */
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

/** Is the next character that is no white space a colon? Where the part ends first, the next part says. */
function isColonNext(start: u32, length: u32): bool {
  let at = start;
  while (at < length && isSpace(load<u8>(at, partAt))) at++;
  awaitsColon = at >= length;
  return !awaitsColon && load<u8>(at, partAt) == 0x3a;
}

function isSpace(char: u8): bool {
  return char == 0x20 || char == 0x0a || char == 0x0d || char == 0x09;
}
