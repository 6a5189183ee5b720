// A mask has one bit for each byte of a block of 64. The lowest bit stands for the first byte.

// Offsets in `chars`.
export const quote: usize = 0;
export const backslash: usize = 1;
export const colon: usize = 2;
export const comma: usize = 3;
export const open: usize = 4;
export const close: usize = 5;
export const space: usize = 6;

/**
 * The characters to compare with. They are in memory because one instruction reads and repeats a byte, while V8 needs
 * four for a constant of 16 bytes.
 */
const chars = memory.data<u8>([0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x7d, 0x20]);

/** A character repeated 16 times. `place` is its offset in `chars`. */
// @ts-ignore: decorator
@inline
export function sixteen(place: usize): v128 {
  return v128.load_splat<u8>(chars + place);
}

/** A mask of the bytes of a block that are equal to `wanted`. */
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

/** True if any byte of a block is equal to `wanted`. */
// @ts-ignore: decorator
@inline
export function has(a: v128, b: v128, c: v128, d: v128, wanted: v128): bool {
  const first = v128.or(i8x16.eq(a, wanted), i8x16.eq(b, wanted));
  const second = v128.or(i8x16.eq(c, wanted), i8x16.eq(d, wanted));
  return v128.any_true(v128.or(first, second));
}

/** A mask of the highest bits of the 64 bytes of a block. */
// @ts-ignore: decorator
@inline
export function join(a: v128, b: v128, c: v128, d: v128): u64 {
  const first = <u32>i8x16.bitmask(a) | (<u32>i8x16.bitmask(b) << 16);
  const second = <u32>i8x16.bitmask(c) | (<u32>i8x16.bitmask(d) << 16);
  return <u64>first | (<u64>second << 32);
}

/**
 * Converts a mask of quotes to a mask of the bytes in strings: from each opening quote, included, to the closing quote,
 * excluded.
 */
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

/**
 * A mask of the characters that a backslash escapes. `carried`: 1 if the previous block ended with an escaping
 * backslash.
 */
// @ts-ignore: decorator
@inline
export function escapedBy(slashes: u64, carried: u64): u64 {
  const odd: u64 = 0xaaaaaaaaaaaaaaaa;
  const starts = slashes & ~carried;
  // The subtraction carries through each sequence of backslashes and stops after it, at an even or odd position.
  const ends = (((starts << 1) | odd) - starts) ^ odd;
  return ends ^ (slashes | carried);
}
