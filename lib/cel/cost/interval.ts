/** The least and the most of something, as unsigned integers of 64 bits that stay at their end. */
export interface Interval {
  readonly min: bigint;
  readonly max: bigint;
}

/** What stands for "no limit". */
export const most = 2n ** 64n - 1n;

/** Anything from nothing to no limit. */
export const unknown: Interval = { min: 0n, max: most };

/** Exactly so much. */
export function exactly(value: bigint): Interval {
  return { min: value, max: value };
}

function capped(value: bigint): bigint {
  return value > most ? most : value;
}

/** Both together. */
export function plus(a: Interval, b: Interval): Interval {
  return { min: capped(a.min + b.min), max: capped(a.max + b.max) };
}

/** One for each of the other. */
export function times(a: Interval, b: Interval): Interval {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** A multiple, rounded up. */
export function scaled({ min, max }: Interval, factor: number): Interval {
  return { min: scaledValue(min, factor), max: scaledValue(max, factor) };
}

function scaledValue(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= 2 ** 64 ? most : BigInt(result);
}

/** What holds both. */
export function union(a: Interval, b: Interval): Interval {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
