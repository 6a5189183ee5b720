/** The factor of a suffix: base to the power of exponent. */
interface Scale {
  readonly base: 2 | 10;
  readonly exponent: number;
}

/** Every suffix that a quantity may have, without exponents such as `e3`. */
export const quantityScales: ReadonlyMap<string, Scale> = new Map<string, Scale>([
  ["n", { base: 10, exponent: -9 }],
  ["u", { base: 10, exponent: -6 }],
  ["m", { base: 10, exponent: -3 }],
  ["", { base: 10, exponent: 0 }],
  ["k", { base: 10, exponent: 3 }],
  ["M", { base: 10, exponent: 6 }],
  ["G", { base: 10, exponent: 9 }],
  ["T", { base: 10, exponent: 12 }],
  ["P", { base: 10, exponent: 15 }],
  ["E", { base: 10, exponent: 18 }],
  ["Ki", { base: 2, exponent: 10 }],
  ["Mi", { base: 2, exponent: 20 }],
  ["Gi", { base: 2, exponent: 30 }],
  ["Ti", { base: 2, exponent: 40 }],
  ["Pi", { base: 2, exponent: 50 }],
  ["Ei", { base: 2, exponent: 60 }],
]);

const suffixes: ReadonlyMap<string, string> = new Map(
  [...quantityScales].map(([suffix, { base, exponent }]) => [`${base}^${exponent}`, suffix]),
);

const syntax = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+)|([numkKMGTPE]i?|))$/;

/** Go holds an exponent in an int32. */
const maxExponent = 2 ** 31 - 1;

/**
 * Parses a quantity (`1.5Gi`, `100m`, `1e3`) to an integer in units of the scale; parts of a unit are rounded away from zero, as
 * by `Quantity.ScaledValue`. Undefined for a text that is not a quantity.
 *
 * A count of up to 64 bits is exact, a larger one exact or undefined. Unlike Go, it does not cap binary quantities at 2^63-1. Source:
 * https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/resource/quantity.go, ParseQuantity and its grammar. Texts
 * without a digit (`+`, `.Ki`) are not quantities, though Go's scanner reads some as 0.
 */
export function parseQuantity(text: string, scale: Scale): bigint | undefined {
  return readQuantity(text, scale)?.count;
}

/** An integer in units of the scale. `isExact` is false if it was rounded. */
interface ReadQuantity {
  readonly count: bigint;
  readonly isExact: boolean;
}

/** Like {@link parseQuantity}, and tells whether the count was rounded. */
export function readQuantity(text: string, scale: Scale): ReadQuantity | undefined {
  const match = syntax.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent, suffix = ""] = match;
  const own = exponent === undefined ? quantityScales.get(suffix) : decimalScale(Number(exponent));
  if (own === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const read = countOf(digits, exponentsOf(own, scale, -fraction.length));
  return sign === "-" && read !== undefined ? { ...read, count: -read.count } : read;
}

function decimalScale(exponent: number): Scale | undefined {
  return Math.abs(exponent) <= maxExponent ? { base: 10, exponent } : undefined;
}

interface Exponents {
  readonly ten: number;
  readonly two: number;
}

function exponentsOf(own: Scale, scale: Scale, shift: number): Exponents {
  const exponentDifference = (base: number): number =>
    (own.base === base ? own.exponent : 0) - (scale.base === base ? scale.exponent : 0);
  return { ten: exponentDifference(10) + shift, two: exponentDifference(2) };
}

/**
 * So many digits are enough to round a 64-bit count correctly, even if base 2 and base 10 are mixed. Of the digits after them it
 * only matters whether one is not 0.
 */
const enoughDigits = 150;

/** digits · 10^ten · 2^two, rounded up. Undefined for huge numbers, which short texts can stand for: these are not computed. */
function countOf(digits: string, { ten, two }: Exponents): ReadQuantity | undefined {
  const isLong = digits.length > enoughDigits && /[1-9]/.test(digits.slice(enoughDigits));
  const kept = digits.slice(0, enoughDigits) + (isLong ? "1" : "");
  const value = BigInt(kept);
  if (value === 0n) return { count: 0n, isExact: true };
  const places = ten + digits.length;
  if (places > 40) return undefined;
  if (places < -40) return { count: 1n, isExact: false };
  const exponent = places - kept.length;
  const numerator = value * powerOf(10n, exponent) * powerOf(2n, two);
  const denominator = powerOf(10n, -exponent) * powerOf(2n, -two);
  const count = (numerator + denominator - 1n) / denominator;
  return { count, isExact: count * denominator === numerator };
}

function powerOf(base: bigint, exponent: number): bigint {
  return exponent > 0 ? base ** BigInt(exponent) : 1n;
}

/**
 * Prints a count in units of a scale as `Quantity.String` does: no fraction, the largest suffix of the scale's base that is exact
 * (1000 is `1k`, 1536 Mi is `1536Mi`, 2048 Mi is `2Gi`), `0` for zero. Source:
 * https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/resource/quantity.go, CanonicalizeBytes. Unlike Go, it keeps
 * the suffix for values above `E` and `Ei`.
 */
export function printQuantity(count: bigint, { base, exponent }: Scale): string {
  if (count === 0n) return "0";
  const [step, size, top] = base === 2 ? [10, 1024n, 60] : [3, 1000n, 18];
  let amount = count;
  let power = exponent;
  while (power < top && amount % size === 0n) {
    amount /= size;
    power += step;
  }
  return `${amount}${suffixes.get(`${base}^${power}`)}`;
}
