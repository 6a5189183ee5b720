import { piecesAt, textAt } from "./layout";

// A plan is an encoded selection: a list of members to select from a map. An entry has the length of the key with its
// quotes (one byte, 0 ends the list), an action (one byte), the number that identifies the member in its pieces (two
// bytes), the offset from the start of the plan of its inner list or, for `exactly`, of the required text (two bytes),
// the length of that text (two bytes, else 0), and the key. lib/json/scan/selection.ts has the actions and writes the plan.
const entryHead: u32 = 8;

// Actions of an entry.
const part: u32 = 2;
const exactly: u32 = 3;
const copied: u32 = 4;
const range: u32 = 5;

// Numbers of pieces that are not members, above the two bytes that number a member; lib/json/scan/pieces.ts has them too.
const run: u32 = 0x10000; // consecutive members that the plan does not name
const leave: u32 = 0x10001; // the end of a map that `enter` began
const enter: u32 = 0x20000; // the start of an inner map that the plan splits; plus the number of that map's key
const rangePiece: u32 = 0x40000; // a value whose offsets the caller wants

/** The result for a map in which a member that must have a given text has another one, or is missing. */
const otherType: i32 = -2;
/** The result for a map that can't be split by the plan and must be parsed. */
const unselectable: i32 = -1;

/** The most pieces of a map: at 16 bytes each they fill the memory from {@link piecesAt} to the zeros before {@link textAt}. */
const maxPieces: u32 = 512;

// The ASCII codes of `"`, `,` and `{`.
const quote: u32 = 0x22;
const comma: u32 = 0x2c;
const brace: u32 = 0x7b;

let planAt: u32 = 0;
let tokensAt: u32 = 0;
let pieces: u32 = 0;
let fault: i32 = 0;

/**
 * Splits the map that a token opens into the pieces of a plan. A piece has four numbers: the number of the member, the
 * offsets of its start and end, and the token that opens it or 0. Returns the number of pieces, {@link otherType} or
 * {@link unselectable}.
 */
export function select(opening: u32, plan: u32, tokens: u32): i32 {
  planAt = plan;
  tokensAt = tokens;
  pieces = 0;
  fault = 0;
  if (byteAt(token(opening)) != brace) return unselectable;
  splitMap(opening, plan);
  return fault != 0 ? fault : <i32>pieces;
}

function token(index: u32): u32 {
  return load<u32>(tokensAt + 4 * index);
}

/** The index after the token that closes the list or map which token `index` opens. */
function afterLink(index: u32): u32 {
  return token(index + 1) + 1;
}

function byteAt(offset: u32): u32 {
  return load<u8>(offset, textAt);
}

function addPiece(number: u32, start: u32, end: u32, inner: u32): void {
  if (pieces == maxPieces) {
    fault = unselectable;
    return;
  }
  const at = <u32>piecesAt + 16 * pieces;
  store<u32>(at, number);
  store<u32>(at, start, 4);
  store<u32>(at, end, 8);
  store<u32>(at, inner, 12);
  pieces++;
}

function splitMap(opening: u32, list: u32): void {
  let next = opening + 2;
  let key = token(opening) + 1;
  let runStart: u32 = 0;
  let runEnd: u32 = 0;
  let seen: u64 = 0;
  let matched: u32 = 0;
  while (true) {
    const colon = token(next++);
    const start = colon + 1;
    let inner: u32 = 0;
    if (token(next) == start) {
      inner = next;
      next = afterLink(next);
    }
    const end = token(next++);
    const entry = entryOf(list, key, colon - key);
    if (entry == 0) {
      if (runStart == 0) runStart = key;
      runEnd = end;
    } else {
      if (runStart != 0) addPiece(run, runStart, runEnd, 0);
      runStart = 0;
      // If a map has a member twice, the last one counts; the case is rare, so such a map is parsed. A bit is shared by
      // members 64 apart.
      const bit = (<u64>1) << (<u64>load<u16>(entry, 2) & 63);
      if ((seen & bit) != 0) fault = unselectable;
      seen |= bit;
      if (load<u8>(entry, 1) == exactly) matched++;
      splitMember(entry, inner, start, end);
    }
    if (fault != 0) return;
    if (byteAt(end) != comma) break;
    key = end + 1;
  }
  if (runStart != 0) addPiece(run, runStart, runEnd, 0);
  if (matched != requiredTexts(list)) fault = otherType;
}

/** The number of members that must have a given text. A map that lacks one of these members does not match the plan. */
function requiredTexts(list: u32): u32 {
  let texts: u32 = 0;
  for (let entry = list; load<u8>(entry) != 0; entry += entryHead + load<u8>(entry)) {
    if (load<u8>(entry, 1) == exactly) texts++;
  }
  return texts;
}

function splitMember(entry: u32, inner: u32, start: u32, end: u32): void {
  const action = <u32>load<u8>(entry, 1);
  const number = <u32>load<u16>(entry, 2);
  const list = planAt + load<u16>(entry, 4);
  if (action == exactly) {
    const length = <u32>load<u16>(entry, 6);
    if (end - start != length || !isSame(start + <u32>textAt, list, length)) fault = otherType;
  } else if (action == copied) {
    if (inner == 0 ? !isEmptyMap(start, end) : byteAt(start) != brace) fault = unselectable;
    else if (inner != 0) checkCopiedMap(inner, list);
    addPiece(rangePiece, start, end, inner);
  } else if (action == range) {
    addPiece(rangePiece, start, end, inner);
  } else if (action == part && inner != 0 && byteAt(start) == brace) {
    addPiece(enter | number, start, end, inner);
    splitMap(inner, list);
    addPiece(leave, start, end, inner);
  } else {
    addPiece(number, start, end, inner);
  }
}

/** Checks a map that is copied unchanged: its members named in `list` must be null or maps of strings without refused keys. */
function checkCopiedMap(opening: u32, list: u32): void {
  let next = opening + 2;
  let key = token(opening) + 1;
  while (true) {
    const colon = token(next++);
    let inner: u32 = 0;
    if (token(next) == colon + 1) {
      inner = next;
      next = afterLink(next);
    }
    const end = token(next++);
    const entry = entryOf(list, key, colon - key);
    if (entry != 0 && !isStringMap(inner, colon + 1, end, planAt + load<u16>(entry, 4))) {
      fault = unselectable;
      return;
    }
    if (byteAt(end) != comma) return;
    key = end + 1;
  }
}

/** True for null and for a map of strings in which no key starts with an entry of `list`. */
function isStringMap(opening: u32, start: u32, end: u32, list: u32): bool {
  if (opening == 0) return isEmptyMap(start, end) || (end - start == 4 && byteAt(start) == 0x6e);
  if (byteAt(start) != brace) return false;
  let next = opening + 2;
  let key = start + 1;
  while (true) {
    const colon = token(next);
    if (byteAt(colon + 1) != quote || beginsAs(list, key)) return false;
    const end = token(next + 1);
    if (byteAt(end) != comma) return true;
    next += 2;
    key = end + 1;
  }
}

function isEmptyMap(start: u32, end: u32): bool {
  return end - start == 2 && byteAt(start) == brace;
}

function entryOf(list: u32, key: u32, length: u32): u32 {
  let entry = list;
  while (true) {
    const own = <u32>load<u8>(entry);
    if (own == 0) return 0;
    if (own == length && isSame(entry + entryHead, key + <u32>textAt, length)) return entry;
    entry += entryHead + own;
  }
}

function beginsAs(list: u32, key: u32): bool {
  let entry = list;
  while (true) {
    const own = <u32>load<u8>(entry);
    if (own == 0) return false;
    if (isSame(entry + entryHead, key + <u32>textAt, own)) return true;
    entry += entryHead + own;
  }
}

function isSame(one: u32, other: u32, length: u32): bool {
  for (let index: u32 = 0; index < length; index++) {
    if (load<u8>(one + index) != load<u8>(other + index)) return false;
  }
  return true;
}
