import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { err, ok, type Result } from "../../json/result.ts";
import { groupText } from "../../json/text-parts.ts";
import { checkedInt } from "../value/int.ts";
import { CelError } from "../value/value.ts";

type Format = "decimal" | "exponent" | "binary";

/** The amount of a quantity, as Kubernetes stores it: an integer times a power of ten. */
export interface Amount {
  readonly unscaled: bigint;
  /** The exponent of the power of ten. */
  readonly scale: number;
  /**
   * True for an amount that the API server does not store as a 64-bit integer, because it does not fit or was written with
   * too many digits; `asInteger` refuses it.
   */
  readonly isBig: boolean;
  readonly format: Format;
  /** The text that was parsed, for an amount that {@link printAmount} prints unchanged, such as `1.500`. */
  readonly text?: string;
}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongSuffix = "unable to parse quantity's suffix";

const decimalSuffixes: ReadonlyMap<string, number> = new Map([
  ["n", -9],
  ["u", -6],
  ["m", -3],
  ["", 0],
  ["k", 3],
  ["M", 6],
  ["G", 9],
  ["T", 12],
  ["P", 15],
  ["E", 18],
]);

const binarySuffixes: ReadonlyMap<string, number> = new Map([
  ["Ki", 10],
  ["Mi", 20],
  ["Gi", 30],
  ["Ti", 40],
  ["Pi", 50],
  ["Ei", 60],
]);

interface Suffix {
  readonly format: Format;
  readonly exponent: number;
}

function suffixOf(text: string): Suffix | undefined {
  const decimal = decimalSuffixes.get(text);
  if (decimal !== undefined) return { format: "decimal", exponent: decimal };
  const binary = binarySuffixes.get(text);
  if (binary !== undefined) return { format: "binary", exponent: binary };
  if (!/^[eE][+-]?\d+$/.test(text)) return undefined;
  const exponent = Number(BigInt.asIntN(32, BigInt(text.slice(1).replace("+", ""))));
  return { format: "exponent", exponent };
}

/**
 * The largest exponent, or difference of two exponents, that is calculated exactly; larger ones would take too long. The number
 * is a choice: far beyond any real quantity, while an integer of 10,000 digits still takes no noticeable time.
 */
const maxScale = 10_000;

/**
 * Parses a quantity. The error is the server's message.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/resource/quantity.go ParseQuantity.
 */
export function parseAmount(text: string): Result<Amount, string> {
  if (text === "") return err(wrongFormat);
  if (text === "0") return ok({ unscaled: 0n, scale: 0, isBig: false, format: "decimal", text });
  const match = /^([+-]?)0*(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/.exec(text);
  if (match === null) return err(wrongFormat);
  const [sign, digits, fraction = ""] = [groupText(match, 1), groupText(match, 2), match[3]];
  const suffix = suffixOf(groupText(match, 4));
  if (suffix === undefined) return err(wrongSuffix);
  const whole = digits === "" ? "0" : digits;
  const small = int64Amount(text, sign, whole, fraction, suffix);
  if (small !== undefined) return ok(small);
  if (digits + fraction === "" && !/^[+-]?0/.test(text)) {
    return err("unable to parse numeric part of quantity");
  }
  if (Math.abs(suffix.exponent) > maxScale) return err(wrongSuffix);
  return ok(bigAmount(sign, whole, fraction, suffix));
}

/** An amount that the server stores as a 64-bit integer; undefined if it does not fit or has too many digits. */
function int64Amount(
  text: string,
  sign: string,
  whole: string,
  fraction: string,
  { format, exponent }: Suffix,
): Amount | undefined {
  const length = whole.length + fraction.length;
  const isBinary = format === "binary";
  if (isBinary && fraction !== "") return undefined;
  const precision = isBinary
    ? 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1
    : 18 - length;
  const scale = (isBinary ? 0 : exponent) - fraction.length;
  if (precision < 0 || scale < -9) return undefined;
  const shifted = whole + fraction;
  const value = BigInt(shifted);
  const result = isBinary ? value << BigInt(exponent) : value;
  if (result > maxInt64) return undefined;
  const isCanonical = isBinary
    ? (value & 7n) !== 0n
    : scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
  const unscaled = sign === "-" ? -result : result;
  const amount = { unscaled, scale, isBig: false, format };
  return isCanonical ? { ...amount, text } : amount;
}

/** An amount in billionths, rounded away from zero. An amount with a binary suffix is limited to 64 bits, in units. */
function bigAmount(
  sign: string,
  whole: string,
  fraction: string,
  { format, exponent }: Suffix,
): Amount {
  const isBinary = format === "binary";
  const digits = BigInt(whole + fraction) << BigInt(isBinary ? exponent : 0);
  const power = (isBinary ? 0 : exponent) - fraction.length + 9;
  const unscaled =
    power >= 0 ? digits * 10n ** BigInt(power) : dividedUp(digits, 10n ** BigInt(-power));
  if (isBinary && unscaled > maxInt64 * 1_000_000_000n) {
    return { unscaled: sign === "-" ? -maxInt64 : maxInt64, scale: 0, isBig: true, format };
  }
  const isSmall = isBinary && unscaled < 1_000_000_000n && unscaled > 0n;
  return {
    unscaled: sign === "-" ? -unscaled : unscaled,
    scale: -9,
    isBig: true,
    format: isSmall ? "decimal" : format,
  };
}

function dividedUp(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}

/** Negative if `a` is less than `b`, 0 if they are equal, positive if `a` is greater. */
export function compareAmounts(a: Amount, b: Amount): number {
  if (Math.abs(a.scale - b.scale) > maxScale) return compareSizes(a, b);
  const scale = Math.min(a.scale, b.scale);
  const [x, y] = [scaledTo(a, scale), scaledTo(b, scale)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Compares amounts with very different exponents by sign and magnitude. */
function compareSizes(a: Amount, b: Amount): number {
  const [x, y] = [signOf(a), signOf(b)];
  if (x !== y || x === 0) return Math.sign(x - y);
  return a.scale > b.scale ? x : -x;
}

/** The sign of an amount: -1, 0 or 1. */
export function signOf({ unscaled }: Amount): number {
  return unscaled < 0n ? -1 : unscaled > 0n ? 1 : 0;
}

function scaledTo({ unscaled, scale }: Amount, to: number): bigint {
  return unscaled * 10n ** BigInt(scale - to);
}

/** The sum of two amounts. `isBig` is true if it is true for an operand, or if the sum does not fit into 64 bits. */
export function addAmounts(a: Amount, b: Amount): Amount {
  const format = a.unscaled === 0n ? b.format : a.format;
  if (!a.isBig && !b.isBig) {
    if (b.unscaled === 0n) return { ...withoutText(a), format };
    if (a.unscaled === 0n) return { ...withoutText(b), format };
  }
  const scale = Math.min(a.scale, b.scale);
  const isFar = Math.max(a.scale, b.scale) - scale > maxScale;
  if (isFar) return a.scale > b.scale ? withoutText(a) : withoutText(b);
  const unscaled = scaledTo(a, scale) + scaledTo(b, scale);
  const isBig =
    a.isBig || b.isBig || ![scaledTo(a, scale), scaledTo(b, scale), unscaled].every(isInInt64);
  return { unscaled, scale, isBig, format };
}

/**
 * The difference of two amounts. The server adds the negated amount, and negating the smallest 64-bit amount gives that
 * amount itself.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/resource/amount.go, int64Amount.Sub.
 */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  if (!a.isBig && !b.isBig && b.unscaled === minInt64) {
    const sum = addAmounts(a, b);
    if (!sum.isBig) return sum;
  }
  return addAmounts(a, { ...b, unscaled: -b.unscaled });
}

function isInInt64(value: bigint): boolean {
  return value <= maxInt64 && value >= minInt64;
}

function withoutText({ unscaled, scale, isBig, format }: Amount): Amount {
  return { unscaled, scale, isBig, format };
}

/** Converts an int to an amount. */
export function amountOf(value: number | bigint): Amount {
  return { unscaled: BigInt(value), scale: 0, isBig: false, format: "exponent" };
}

/** Converts an amount to an int; undefined if it is not an integer or `isBig` is true. */
export function asInteger({ unscaled, scale, isBig }: Amount): number | bigint | undefined {
  if (isBig || scale < 0) return undefined;
  if (scale > 18) return unscaled === 0n ? 0 : undefined;
  const value = checkedInt(unscaled * 10n ** BigInt(scale));
  return value instanceof CelError ? undefined : value;
}

/** Converts an amount to a double. It is rounded twice, as on the server. */
export function asFloat({ unscaled, scale }: Amount): number {
  return scale === 0 ? Number(unscaled) : Number(unscaled) * Number(`1e${scale}`);
}

/** Prints an amount as `string(quantity)` does: its `text` if it has one, else its canonical form. */
export function printAmount(amount: Amount): string {
  if (amount.text !== undefined) return amount.text;
  if (amount.unscaled === 0n) return "0";
  return (amount.format === "binary" ? printBinary(amount) : undefined) ?? printDecimal(amount);
}

/** Prints an amount with a binary suffix; undefined if that would round the amount. */
function printBinary(amount: Amount): string | undefined {
  const { unscaled, scale } = amount;
  const divisor = 10n ** BigInt(Math.max(-scale, 0));
  if (scale > maxScale || unscaled % divisor !== 0n) return undefined;
  let value = scale > 0 ? unscaled * 10n ** BigInt(scale) : unscaled / divisor;
  if (value > -1024n && value < 1024n) return undefined;
  let exponent = 0;
  while (value % 1024n === 0n) {
    value /= 1024n;
    exponent += 10;
  }
  return `${value}${printedSuffix(binarySuffixes, exponent)}`;
}

function printDecimal({ unscaled, scale, format }: Amount): string {
  let [value, exponent] = [unscaled, scale];
  while (value % 10n === 0n) {
    value /= 10n;
    exponent++;
  }
  while (exponent % 3 !== 0) {
    value *= 10n;
    exponent--;
  }
  if (format === "exponent") return exponent === 0 ? `${value}` : `${value}e${exponent}`;
  return `${value}${printedSuffix(decimalSuffixes, exponent)}`;
}

/** The suffix for a power of ten or of 1024; empty if the power has no suffix. */
function printedSuffix(suffixes: ReadonlyMap<string, number>, exponent: number): string {
  for (const [suffix, power] of suffixes) if (power === exponent) return suffix;
  return "";
}
