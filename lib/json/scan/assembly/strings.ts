import { textAt } from "./layout";
import { escapedBy } from "./masks";

/** 1 if the previous block ends with a backslash that escapes the next character, else 0. */
let carriedEscape: u64 = 0;

/** True if the text has an escape that JSON does not allow. */
export let hasWrongEscapes: bool = false;

/** The offset of the last backslash in the earlier blocks; -1 if they have none. */
export let lastSlash: i32 = -1;

export function resetStrings(): void {
  carriedEscape = 0;
  hasWrongEscapes = false;
  lastSlash = -1;
}

/** Stores the offset of a block's last backslash. */
export function keepSlash(at: u32, slashes: u64): void {
  if (slashes != 0) lastSlash = at + 63 - <i32>clz(slashes);
}

/** A mask of the quotes of a block that are not escaped. Sets `hasWrongEscapes` if JSON does not allow an escape of the block. */
export function unescaped(at: u32, quotes: u64, slashes: u64): u64 {
  if ((slashes | carriedEscape) == 0) return quotes;
  const escaped = escapedBy(slashes, carriedEscape);
  carriedEscape = (slashes & ~escaped) >> 63;
  const others = escaped & ~(quotes | slashes);
  if (others != 0 && !areEscapes(at, others)) hasWrongEscapes = true;
  return quotes & ~escaped;
}

/** True if JSON allows each of these characters after a backslash. Quotes and backslashes are not among them. */
function areEscapes(at: u32, escaped: u64): bool {
  for (let rest = escaped; rest != 0; rest &= rest - 1) {
    const place = at + <u32>ctz(rest);
    switch (load<u8>(place, textAt)) {
      case 0x2f: // slash
      case 0x62: // b
      case 0x66: // f
      case 0x6e: // n
      case 0x72: // r
      case 0x74: // t
        break;
      case 0x75: // u
        if (!areHexDigits(place + 1)) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

function areHexDigits(at: u32): bool {
  for (let place = at; place < at + 4; place++) {
    const char = load<u8>(place, textAt);
    const letter = (char | 0x20) - 0x61;
    if (<u8>(char - 0x30) >= 10 && <u8>letter >= 6) return false;
  }
  return true;
}
