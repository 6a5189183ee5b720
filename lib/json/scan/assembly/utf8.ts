import { textAt } from "./layout";
import { sixteen, space } from "./masks";

// What can be wrong with two bytes in a row, a bit each; the tables say for a half of a byte which of them it allows, and what
// all three halves allow is wrong. The last is no fault where a sequence of three or four bytes goes on.
// Source: Keiser and Lemire, Validating UTF-8 in less than one instruction per byte (2021), section 6.
// 1 a sequence too short, 2 too long, 4 overlong of 3, 8 beyond U+10FFFF, 16 a surrogate, 32 overlong of 2, 64 overlong of 4 or
// far beyond U+10FFFF, 128 two bytes that continue

const firstHigh = memory.data<u8>([2, 2, 2, 2, 2, 2, 2, 2, 128, 128, 128, 128, 33, 1, 21, 73]);

const firstLow = memory.data<u8>([
  231, 163, 131, 131, 139, 203, 203, 203, 203, 203, 203, 203, 203, 219, 203, 203,
]);

const secondHigh = memory.data<u8>([1, 1, 1, 1, 1, 1, 1, 1, 230, 174, 186, 186, 1, 1, 1, 1]);

/** True if a block has no control character and is valid UTF-8 (RFC 3629). */
export function isText(at: u32): bool {
  let lowest = v128.load(at, textAt);
  for (let place = at + 16; place < at + 64; place += 16) {
    lowest = i8x16.min_u(lowest, v128.load(place, textAt));
  }
  if (v128.any_true(i8x16.lt_u(lowest, sixteen(space)))) return false;
  // The 16 bytes behind the block tell whether its last sequence is whole.
  let faults = i8x16.splat(0);
  for (let place = at; place <= at + 64; place += 16) faults = v128.or(faults, faultsAt(place));
  return !v128.any_true(faults);
}

/**
 * For each of 16 bytes not 0 if the byte can't follow the bytes before it. Before the first byte of the text there are
 * zeros.
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
  // 0x60 less than 0xe0, 0x70 less than 0xf0: from 0x80 on where the byte two before starts a sequence of three or more, or that three before one of four.
  const third = i8x16.sub_sat_u(v128.load(place, textAt - 2), i8x16.splat(0x60));
  const fourth = i8x16.sub_sat_u(v128.load(place, textAt - 3), i8x16.splat(0x70));
  const goesOn = v128.and(v128.or(third, fourth), i8x16.splat(<i8>0x80));
  return v128.xor(pairs, goesOn);
}
