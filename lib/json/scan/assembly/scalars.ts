import { textAt } from "./layout";

/** A number with at most this many characters, and at most two digits of exponent, is always within float64. */
const maxNumberBytes: u32 = 200;

/** The number of digits from which an integer can be beyond 2^53. */
const unsafeDigits: u32 = 16;

/** True if `JSON.parse` may change a number of the text. */
export let hasUnsafeNumbers: bool = false;

export function resetScalars(): void {
  hasUnsafeNumbers = false;
}

/** True if a number or literal starts at each bit of `starts` and is followed by a comma or a closing bracket. */
export function areScalars(at: u32, starts: u64): bool {
  for (let rest = starts; rest != 0; rest &= rest - 1) {
    if (!isScalar(at + <u32>ctz(rest))) return false;
  }
  return true;
}

/** True if a number or literal starts at this offset and is followed by a comma or a closing bracket. */
function isScalar(start: u32): bool {
  const first = load<u32>(start, textAt);
  if (first == 0x65757274 || first == 0x6c6c756e) return endsAt(start + 4); // true, null
  if (first == 0x736c6166) return load<u8>(start + 4, textAt) == 0x65 && endsAt(start + 5); // false
  return isNumber(start);
}

function endsAt(at: u32): bool {
  const next = load<u8>(at, textAt);
  return next == 0x2c || (next | 0x20) == 0x7d;
}

function isNumber(start: u32): bool {
  let at = start;
  if (load<u8>(at, textAt) == 0x2d) at++;
  const whole = at;
  at = afterDigits(at);
  if (at == whole) return false;
  if (load<u8>(whole, textAt) == 0x30) {
    if (at > whole + 1) return false;
    // Only the exact parser keeps the sign of -0. This is set for -0.5 too, which only costs time.
    if (whole > start) hasUnsafeNumbers = true;
  }
  if (at - whole >= unsafeDigits) hasUnsafeNumbers = true;
  if (load<u8>(at, textAt) == 0x2e) {
    const fraction = at + 1;
    at = afterDigits(fraction);
    if (at == fraction) return false;
  }
  if ((load<u8>(at, textAt) | 0x20) == 0x65) {
    hasUnsafeNumbers = true;
    at = afterExponent(at + 1);
  }
  return at - start <= maxNumberBytes && endsAt(at);
}

/**
 * The offset after the one or two digits of an exponent. For any other text, an offset at which no number can end, so
 * that the number is refused.
 */
function afterExponent(start: u32): u32 {
  const sign = load<u8>(start, textAt);
  const digits = sign == 0x2b || sign == 0x2d ? start + 1 : start;
  const end = afterDigits(digits);
  // The offset of the letter `e` itself, at which no number can end.
  return end > digits && end <= digits + 2 ? end : start - 1;
}

function afterDigits(start: u32): u32 {
  let at = start;
  while (<u32>(load<u8>(at, textAt) - 0x30) < 10) at++;
  return at;
}
