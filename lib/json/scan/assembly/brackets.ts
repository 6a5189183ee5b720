import { kindsAt, maxDepth, textAt } from "./layout";
import { join } from "./masks";
import { keepSlash } from "./strings";
import { hasSpaceForBlock, limit, listSeparators, listClose, listOpen } from "./tokens";

/** The number of lists and maps that are open. */
export let depth: i32 = 0;

/** The offset of the last bracket so far. The brackets of an empty list or map count only if the end of a block separates them. */
export let lastBracket: u32 = 0;

/**
 * What occurred after the last bracket of the earlier blocks. Bit 0 of `listMarks` is set for something that is allowed
 * only in a list, bit 0 of `mapMarks` for a colon.
 */
let listMarks: u64 = 0;
let mapMarks: u64 = 0;

export function resetBrackets(): void {
  depth = 0;
  lastBracket = 0;
  listMarks = 0;
  mapMarks = 0;
}

/**
 * Checks the brackets of a block: each closing bracket must match the opening one, and what is between two brackets
 * must be allowed in the list or map around it. `isList` marks what is allowed only in a list; a colon is allowed only
 * in a map. Lists the tokens down to `limit` levels. False if the text is wrong, too deep, or has too many tokens.
 */
export function checkBrackets(
  at: u32,
  opens: u64,
  closes: u64,
  isList: u64,
  colons: u64,
  commas: u64,
  slashes: u64,
): bool {
  if (!hasSpaceForBlock()) return false;
  const ofList = isList | listMarks;
  const ofMap = colons | mapMarks;
  const separators = colons | commas;
  let left: u64 = ~0;
  let wrong: u64 = 0;
  for (let rest = (opens | closes) & ~emptyPairs(at, opens, closes); rest != 0; rest &= rest - 1) {
    const place = at + <u32>ctz(rest);
    if (depth == 0 && place != 0) return false;
    const upTo = rest ^ (rest - 1);
    const passed = left & upTo;
    left = ~upTo;
    const char = <u32>load<u8>(place, textAt);
    const isMap = (char >> 5) & 1;
    const around = <u32>load<u8>(kindsAt + depth);
    wrong |= passed & (around != 0 ? ofList : ofMap);
    if (depth <= limit && !listSeparators(at, passed & separators, colons, slashes)) return false;
    if ((char & 4) != 0) {
      wrong |= <u64>(isMap ^ around);
      if (depth <= limit) listClose(place, depth);
      depth--;
    } else {
      if (++depth > maxDepth) return false;
      store<u8>(kindsAt + depth, <u8>isMap);
      if (depth <= limit) listOpen(place, depth);
    }
    lastBracket = place;
  }
  listMarks = <u64>((ofList & left) != 0);
  mapMarks = <u64>((ofMap & left) != 0);
  if (wrong != 0 || (depth <= limit && !listSeparators(at, left & separators, colons, slashes))) return false;
  keepSlash(at, slashes);
  return true;
}

/**
 * A mask of both brackets of each empty list and map, except for a pair that the end of the block separates. Handled
 * separately because `managedFields` consists mostly of empty maps.
 */
function emptyPairs(at: u32, opens: u64, closes: u64): u64 {
  const pairs = opens & (closes >> 1);
  if (pairs == 0) return 0;
  // Moves the bit in which { } differ from [ ] to the highest position of each byte.
  const kinds = join(
    i16x8.shl(v128.load(at, textAt), 2),
    i16x8.shl(v128.load(at, textAt + 16), 2),
    i16x8.shl(v128.load(at, textAt + 32), 2),
    i16x8.shl(v128.load(at, textAt + 48), 2),
  );
  const equal = pairs & ~(kinds ^ (kinds >> 1));
  return equal | (equal << 1);
}
