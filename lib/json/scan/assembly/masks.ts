// One bit for each byte of a block of 64, the lowest for the first.

/** The bytes that equal those of `wanted`. */
// @ts-ignore: decorator
@inline
export function maskOf(a: v128, b: v128, c: v128, d: v128, wanted: v128): u64 {
  return join(
    i8x16.eq(a, wanted),
    i8x16.eq(b, wanted),
    i8x16.eq(c, wanted),
    i8x16.eq(d, wanted),
  );
}

/** The highest bit of each byte. */
// @ts-ignore: decorator
@inline
export function join(a: v128, b: v128, c: v128, d: v128): u64 {
  return (
    <u64>(<u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16)) |
    (<u64>(<u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16)) << 32)
  );
}

/** From each odd bit to the next one: inside a string, where the bits are quotes. */
// @ts-ignore: decorator
@inline
export function between(quotes: u64): u64 {
  let bits = quotes;
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** The characters that a backslash before them escapes; `carried`: the block before ended with such a backslash. */
// @ts-ignore: decorator
@inline
export function escapedBy(slashes: u64, carried: u64): u64 {
  const odd: u64 = 0xaaaaaaaaaaaaaaaa;
  const starts = slashes & ~carried;
  // The subtraction runs along each row of backslashes and stops at an even or an odd place.
  const ends = (((starts << 1) | odd) - starts) ^ odd;
  return ends ^ (slashes | carried);
}
