/** A minimum and a maximum, as unsigned integers of 64 bits that saturate. */
export interface Interval {
  readonly min: bigint;
  readonly max: bigint;
}

/** Stands for "no limit". */
export const unlimited = 2n ** 64n - 1n;

/** From zero to no limit. */
export const anySize: Interval = { min: 0n, max: unlimited };

/** One exact value. */
export function exactly(value: bigint): Interval {
  return { min: value, max: value };
}

function capped(value: bigint): bigint {
  return value > unlimited ? unlimited : value;
}

/** The sum of both. */
export function plus(a: Interval, b: Interval): Interval {
  return { min: capped(a.min + b.min), max: capped(a.max + b.max) };
}

/** The product of both. */
export function times(a: Interval, b: Interval): Interval {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** The interval times a factor, rounded up. */
export function scaled({ min, max }: Interval, factor: number): Interval {
  return { min: scaledValue(min, factor), max: scaledValue(max, factor) };
}

function scaledValue(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= 2 ** 64 ? unlimited : BigInt(result);
}

/** The smallest interval that contains both. */
export function union(a: Interval, b: Interval): Interval {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
