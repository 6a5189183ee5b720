import { opensAt } from "./layout";
import { lastSlash } from "./strings";

/**
 * The number of words listed so far: tokens and links. A token is the offset of a bracket, a colon or a comma outside strings.
 * After an opening bracket comes its link: the index of the closing bracket or, until that is listed, the offset once more.
 */
export let count: u32 = 0;

/** The number of levels whose tokens are listed. */
export let limit: i32 = 0;

let tokensAt: u32 = 0;
let lastCount: u32 = 0;

export function resetTokens(listedDepth: i32, tokens: u32, capacity: u32): void {
  limit = listedDepth;
  tokensAt = tokens;
  // A block adds at most 64 opening brackets with their links.
  lastCount = capacity - 128;
  count = 0;
}

/** True if the tokens of one more block fit into the list. */
export function hasSpaceForBlock(): bool {
  return count <= lastCount;
}

/** Adds commas and colons to the tokens. False if the key before one of the colons has an escape. */
export function listSeparators(at: u32, separators: u64, colons: u64, slashes: u64): bool {
  for (let rest = separators; rest != 0; rest &= rest - 1) {
    const bit = rest & (0 - rest);
    if ((colons & bit) != 0) {
      const before = slashes & (bit - 1);
      const slash = before == 0 ? lastSlash : at + 63 - <i32>clz(before);
      // The word before a colon is the offset of the comma or bracket before its key.
      if (slash > load<i32>(tokensAt + count * 4 - 4)) return false;
    }
    add(at + <u32>ctz(rest));
  }
  return true;
}

/** Adds an opening bracket to the tokens, with space for its link. */
export function listOpen(place: u32, level: i32): void {
  store<u32>(opensAt + level * 4, count);
  add(place);
  add(place);
}

/**
 * Adds a closing bracket to the tokens. If the token before it is its opening bracket, which happens if the end of a
 * block separates the brackets of an empty list or map, removes that token instead.
 */
export function listClose(place: u32, level: i32): void {
  const open = load<u32>(opensAt + level * 4);
  if (load<u32>(tokensAt + open * 4) == place - 1) {
    count = open;
    return;
  }
  store<u32>(tokensAt + open * 4, count, 4);
  add(place);
}

function add(place: u32): void {
  store<u32>(tokensAt + count * 4, place);
  count++;
}
