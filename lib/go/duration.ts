import { minInt64 } from "../json/numbers.ts";
import { groupText } from "../json/text-parts.ts";

/** The nanoseconds in a second, a minute and an hour. */
const second = 1_000_000_000n;
const minute = 60n * second;
const hour = 60n * minute;

/** The nanoseconds in each unit of Go's syntax. */
const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", second],
  ["m", minute],
  ["h", hour],
]);

/** The most nanoseconds before a sign is applied: 2^63, the magnitude of the smallest int64. Go adds them as uint64. */
const limit = -minInt64;

/**
 * Parses a duration in Go's syntax to nanoseconds: `1h30m`, `-1.5h`, `0`. Undefined for a text that Go refuses and for
 * a value beyond int64. Fractions are computed in float64 and truncated, as in Go.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go, ParseDuration.
 */
export function parseGoDuration(text: string): bigint | undefined {
  const isSigned = text.startsWith("-") || text.startsWith("+");
  const amounts = isSigned ? text.slice(1) : text;
  if (amounts === "0") return 0n;
  const total = totalOf(amounts);
  if (total === undefined) return undefined;
  if (text.startsWith("-")) return -total;
  return total === limit ? undefined : total;
}

function totalOf(amounts: string): bigint | undefined {
  let total = 0n;
  let end = 0;
  while (end < amounts.length) {
    amountSyntax.lastIndex = end;
    const match = amountSyntax.exec(amounts);
    if (match === null) return undefined;
    const [all, , fraction = ""] = match;
    const whole = groupText(match, 1);
    const unit = units.get(groupText(match, 3));
    if (unit === undefined || whole + fraction === "") return undefined;
    const amount = amountOf(whole, fraction, unit);
    if (amount === undefined) return undefined;
    total = BigInt.asUintN(64, total + amount);
    if (total > limit) return undefined;
    end += all.length;
  }
  return end > 0 ? total : undefined;
}

/** A number with its unit, at a position of the text: the whole part, the fraction, the unit. */
const amountSyntax = /(\d*)(?:\.(\d*))?([^\d.]+)/y;

function amountOf(whole: string, fraction: string, unit: bigint): bigint | undefined {
  const digits = whole.startsWith("0") ? whole.replace(/^0+/, "") : whole;
  if (digits.length > 19) return undefined;
  const amount = BigInt(digits) * unit + fractionOf(fraction, unit);
  return amount > limit ? undefined : amount;
}

/** The nanoseconds of a fraction of a unit. Digits that would exceed 2^63 as an integer are ignored, as in Go. */
function fractionOf(fraction: string, unit: bigint): bigint {
  if (fraction === "") return 0n;
  const zeros = fraction.length - fraction.replace(/^0+/, "").length;
  const most = fraction.slice(zeros, zeros + 19);
  const digits = BigInt(most) > limit ? most.slice(0, -1) : most;
  const value = Number(BigInt(digits));
  return value === 0
    ? 0n
    : BigInt(Math.trunc(value * (Number(unit) / powerOfTen(zeros + digits.length))));
}

/** A power of ten, computed like in Go by repeated multiplication, which rounds from 10^23 on. */
function powerOfTen(exponent: number): number {
  let power = 1;
  for (let count = 0; count < exponent && power < Number.POSITIVE_INFINITY; count++) power *= 10;
  return power;
}

/**
 * Prints a duration in Go's syntax: `10m0s`, `1.5s`, `0s`. The argument must be within int64.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/time.go, Duration.String.
 */
export function printGoDuration(nanoseconds: bigint): string {
  if (nanoseconds < 0n) return `-${printGoDuration(-nanoseconds)}`;
  if (nanoseconds < second) return belowSecond(nanoseconds);
  const hours = nanoseconds / hour;
  const minutes = (nanoseconds / minute) % 60n;
  const seconds = `${decimal(nanoseconds % minute, second)}s`;
  if (hours > 0n) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0n ? `${minutes}m${seconds}` : seconds;
}

function belowSecond(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return "0s";
  if (nanoseconds < 1_000n) return `${nanoseconds}ns`;
  if (nanoseconds < 1_000_000n) return `${decimal(nanoseconds, 1_000n)}\u00b5s`;
  return `${decimal(nanoseconds, 1_000_000n)}ms`;
}

/** Prints `value` divided by `one`, a power of ten, as a decimal without trailing zeros. */
function decimal(value: bigint, one: bigint): string {
  const rest = value % one;
  if (rest === 0n) return String(value / one);
  const fraction = String(one + rest)
    .slice(1)
    .replace(/0+$/, "");
  return `${value / one}.${fraction}`;
}
