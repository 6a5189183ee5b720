import { kindsAt, maxDepth, opensAt, textAt } from "./layout";

/** Levels that are open. */
export let depth: i32 = 0;

/** Tokens listed so far. */
export let count: u32 = 0;

/** The offset of the last bracket. */
export let lastBracket: u32 = 0;

let limit: i32 = 0;
let tokensAt: u32 = 0;
let linksAt: u32 = 0;

/** What was seen since the last bracket of the blocks before: bit 0 stands for all of them. */
let listMarks: u64 = 0;
let mapMarks: u64 = 0;

/** The offset of the last backslash of the blocks before. */
let lastSlash: i32 = -1;

export function resetBrackets(listedDepth: i32, tokens: u32, links: u32): void {
  limit = listedDepth;
  tokensAt = tokens;
  linksAt = links;
  depth = 0;
  count = 0;
  lastBracket = 0;
  listMarks = 0;
  mapMarks = 0;
  lastSlash = -1;
}

/** Keeps where a block's last backslash is. */
export function keepSlash(at: u32, slashes: u64): void {
  if (slashes != 0) lastSlash = at + 63 - <i32>clz(slashes);
}

/**
 * Goes through the brackets of a block: each closes what is open, what stands between two fits a map or a list, as the
 * one around is, and what is not too deep is listed. False where something does not fit.
 */
// @ts-ignore: decorator
@inline
export function visit(
  at: u32,
  brackets: u64,
  isList: u64,
  colons: u64,
  commas: u64,
  slashes: u64,
): bool {
  const ofList = isList | listMarks;
  const ofMap = colons | mapMarks;
  const listed = colons | commas;
  let left: u64 = ~0;
  let wrong: u64 = 0;
  for (let rest = brackets; rest != 0; rest &= rest - 1) {
    const place = at + <u32>ctz(rest);
    if (depth == 0 && place != 0) return false;
    const upTo = rest ^ (rest - 1);
    const passed = left & upTo;
    left = ~upTo;
    const char = <u32>load<u8>(place, textAt);
    const isMap = (char >> 5) & 1;
    const around = <u32>load<u8>(kindsAt + depth);
    wrong |= passed & (around != 0 ? ofList : ofMap);
    if (depth <= limit && !list(at, passed & listed, colons, slashes)) return false;
    if ((char & 4) != 0) {
      wrong |= <u64>(isMap ^ around);
      if (depth <= limit) listClose(place);
      depth--;
    } else {
      if (++depth > maxDepth) return false;
      store<u8>(kindsAt + depth, isMap);
      if (depth <= limit) listOpen(place);
    }
    lastBracket = place;
  }
  if (wrong != 0) return false;
  listMarks = <u64>((ofList & left) != 0);
  mapMarks = <u64>((ofMap & left) != 0);
  return depth > limit || list(at, left & listed, colons, slashes);
}

/** Lists colons and commas; false where a key that ends at one of the colons holds an escape. */
function list(at: u32, separators: u64, colons: u64, slashes: u64): bool {
  for (let rest = separators; rest != 0; rest &= rest - 1) {
    const place = at + <u32>ctz(rest);
    const bit = rest & (0 - rest);
    if ((colons & bit) != 0) {
      const before = slashes & (bit - 1);
      const slash = before == 0 ? lastSlash : at + 63 - <i32>clz(before);
      if (slash > load<i32>(tokensAt + count * 4 - 4)) return false;
    }
    store<u32>(tokensAt + count * 4, place);
    count++;
  }
  return true;
}

function listOpen(place: u32): void {
  store<u32>(opensAt + depth * 4, count);
  store<u32>(tokensAt + count * 4, place);
  count++;
}

function listClose(place: u32): void {
  const open = load<u32>(opensAt + depth * 4);
  if (load<u32>(tokensAt + open * 4) == place - 1) {
    // Empty, and cut by a block's end.
    count = open;
    return;
  }
  store<u32>(linksAt + open * 4, count);
  store<u32>(tokensAt + count * 4, place);
  count++;
}
