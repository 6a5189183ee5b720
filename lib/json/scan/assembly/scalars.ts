import { textAt } from "./layout";

/** Longest number that is surely within float64, two digits of exponent included. */
const maxNumberBytes: u32 = 200;

/** Digits that a number of 2^53 has. */
const oddDigits: u32 = 16;

/** Some number of the text may be damaged by `JSON.parse`. */
export let hasOddNumbers: bool = false;

export function resetScalars(): void {
  hasOddNumbers = false;
}

/** Are what starts at these bits numbers and literals, each before a comma or a closing bracket? */
export function areScalars(at: u32, starts: u64): bool {
  for (let rest = starts; rest != 0; rest &= rest - 1) {
    if (!isScalar(at + <u32>ctz(rest))) return false;
  }
  return true;
}

/** Is what starts here a number or a literal, and does it end before a comma or a closing bracket? */
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
    // -0 has a sign that only the exact parser keeps; -0.5 costs no more than a false alarm.
    if (whole > start) hasOddNumbers = true;
  }
  if (at - whole >= oddDigits) hasOddNumbers = true;
  if (load<u8>(at, textAt) == 0x2e) {
    const fraction = at + 1;
    at = afterDigits(fraction);
    if (at == fraction) return false;
  }
  if ((load<u8>(at, textAt) | 0x20) == 0x65) {
    hasOddNumbers = true;
    at = afterExponent(at + 1);
  }
  return at - start <= maxNumberBytes && endsAt(at);
}

/** Behind the one or two digits of an exponent, or at what is not one. */
function afterExponent(start: u32): u32 {
  const sign = load<u8>(start, textAt);
  const digits = sign == 0x2b || sign == 0x2d ? start + 1 : start;
  const end = afterDigits(digits);
  // Where no number can end: at the letter itself.
  return end > digits && end <= digits + 2 ? end : start - 1;
}

function afterDigits(start: u32): u32 {
  let at = start;
  while (<u32>(load<u8>(at, textAt) - 0x30) < 10) at++;
  return at;
}
