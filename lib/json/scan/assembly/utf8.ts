import { textAt } from "./layout";
import { sixteen, space } from "./masks";

// Eight faults of two consecutive bytes, one bit for each. Each table is indexed by half of a byte and gives the faults that
// are possible with this half. A fault occurs if it is possible for all three halves. Fault 128, two continuation bytes, is
// not a fault within a sequence of three or four bytes.
// Source: Keiser and Lemire, Validating UTF-8 in less than one instruction per byte (2021), section 6.
// 1 a sequence too short, 2 too long, 4 overlong with 3 bytes, 8 beyond U+10FFFF, 16 a surrogate, 32 overlong with 2 bytes,
// 64 overlong with 4 bytes or far beyond U+10FFFF, 128 two continuation bytes

const firstHigh = memory.data<u8>([2, 2, 2, 2, 2, 2, 2, 2, 128, 128, 128, 128, 33, 1, 21, 73]);

const firstLow = memory.data<u8>([
  231, 163, 131, 131, 139, 203, 203, 203, 203, 203, 203, 203, 203, 219, 203, 203,
]);

const secondHigh = memory.data<u8>([1, 1, 1, 1, 1, 1, 1, 1, 230, 174, 186, 186, 1, 1, 1, 1]);

/** True if a block has no control characters and is valid UTF-8 (RFC 3629). */
export function isText(at: u32): bool {
  let lowest = v128.load(at, textAt);
  for (let place = at + 16; place < at + 64; place += 16) {
    lowest = i8x16.min_u(lowest, v128.load(place, textAt));
  }
  if (v128.any_true(i8x16.lt_u(lowest, sixteen(space)))) return false;
  // The 16 bytes after the block show whether its last sequence is complete.
  let faults = i8x16.splat(0);
  for (let place = at; place <= at + 64; place += 16) faults = v128.or(faults, faultsAt(place));
  return !v128.any_true(faults);
}

/**
 * For each of 16 bytes, a value other than 0 if the byte can't follow the bytes before it. The bytes before the text
 * are zeros.
 */
function faultsAt(place: u32): v128 {
  const bytes = v128.load(place, textAt);
  const first = v128.load(place, textAt - 1);
  const low = v128.and(first, i8x16.splat(0x0f));
  const pairs = v128.and(
    v128.and(
      i8x16.swizzle(v128.load(firstHigh), i8x16.shr_u(first, 4)),
      i8x16.swizzle(v128.load(firstLow), low),
    ),
    i8x16.swizzle(v128.load(secondHigh), i8x16.shr_u(bytes, 4)),
  );
  // 0x60 is 0x80 less than 0xe0, and 0x70 is 0x80 less than 0xf0. So the highest bit is set if the byte two positions before
  // starts a sequence of three or more bytes, or the byte three positions before starts one of four.
  const third = i8x16.sub_sat_u(v128.load(place, textAt - 2), i8x16.splat(0x60));
  const fourth = i8x16.sub_sat_u(v128.load(place, textAt - 3), i8x16.splat(0x70));
  const goesOn = v128.and(v128.or(third, fourth), i8x16.splat(<i8>0x80));
  return v128.xor(pairs, goesOn);
}
