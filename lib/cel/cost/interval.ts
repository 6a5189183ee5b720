/**
 * A minimum and a maximum. Both are unsigned integers of 64 bits; the largest of these also stands for larger values.
 */
export interface Interval {
  readonly min: bigint;
  readonly max: bigint;
}

/** The value for "no limit", the largest unsigned integer of 64 bits. */
export const noLimit = 2n ** 64n - 1n;

/** The interval from zero to no limit. */
export const anySize: Interval = { min: 0n, max: noLimit };

/** The interval that contains only this value. */
export function pointInterval(value: bigint): Interval {
  return { min: value, max: value };
}

function cappedCost(value: bigint): bigint {
  return value > noLimit ? noLimit : value;
}

/** The sum of two intervals. */
export function addIntervals(a: Interval, b: Interval): Interval {
  return { min: cappedCost(a.min + b.min), max: cappedCost(a.max + b.max) };
}

/** The product of two intervals. */
export function productOf(a: Interval, b: Interval): Interval {
  return { min: cappedCost(a.min * b.min), max: cappedCost(a.max * b.max) };
}

/** An interval multiplied by a factor; both ends are rounded up. */
export function scaleInterval({ min, max }: Interval, factor: number): Interval {
  return { min: scaledValue(min, factor), max: scaledValue(max, factor) };
}

function scaledValue(value: bigint, factor: number): bigint {
  const result = Math.ceil(Number(value) * factor);
  return result >= 2 ** 64 ? noLimit : BigInt(result);
}

/** The smallest interval that contains both intervals. */
export function union(a: Interval, b: Interval): Interval {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
