/** The exact decimal digits of a double, which is `0.digits` times ten to the power of `point`. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

/** All decimal digits of the absolute value of a finite double. */
function exactDecimal(size: number): Decimal {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, size);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const power = Math.max(exponent, 1) - 1075;
  const whole = power >= 0 ? mantissa << BigInt(power) : mantissa * 5n ** BigInt(-power);
  const text = whole.toString();
  return { digits: text, point: text.length + Math.min(power, 0) };
}

/**
 * Rounds to the first `count` digits, half to even. The result has one digit more if rounding carries over, as from 9.9
 * to 10.
 */
function roundedDecimal({ digits, point }: Decimal, count: number): Decimal {
  if (count < 0) return { digits: "0", point: 0 };
  if (count >= digits.length) return { digits: digits.padEnd(count, "0"), point };
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const isOdd = /[13579]$/.test(kept);
  const isHalf = /^50*$/.test(rest);
  const isUp = isHalf ? isOdd : rest >= "5";
  if (!isUp) return { digits: kept === "" ? "0" : kept, point: kept === "" ? 0 : point };
  const next = (BigInt(kept === "" ? "0" : kept) + 1n).toString().padStart(count, "0");
  return { digits: next, point: point + next.length - Math.max(count, 0) };
}

/**
 * Prints a double with a fixed number of decimals, optionally with commas between thousands. The server keeps the minimum
 * number of decimals in 8 bits: with a precision of 256 or more, it omits zeros at the end down to `precision % 256` decimals.
 */
export function fixedDecimal(
  value: number,
  precision: number,
  grouping: "groups" | "plain",
): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  const exact = exactDecimal(Math.abs(value));
  const { digits, point } = roundedDecimal(exact, exact.point + precision);
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits;
  const split = point <= 0 ? 1 : point;
  const whole = padded.slice(0, split).padEnd(split, "0");
  const decimals = padded.slice(split).padEnd(precision, "0").slice(0, precision);
  const least = precision % 256;
  const fraction = decimals.slice(0, least) + decimals.slice(least).replace(/0+$/, "");
  const shown = grouping === "groups" ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return sign(value) + shown + (fraction === "" ? "" : `.${fraction}`);
}

/** Prints a double in scientific notation with six decimals, as golang.org/x/text does for English: `1.5×10⁰³`. */
export function scientificDecimal(value: number): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  const exact = value === 0 ? { digits: "0000000", point: 1 } : exactDecimal(Math.abs(value));
  const { digits, point } = roundedDecimal(exact, 7);
  const power = point - 1;
  const powerText = String(Math.abs(power)).padStart(2, "0");
  const shown = Array.from(powerText, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
  const mantissa = `${digits[0]}.${digits.slice(1, 7)}`;
  return `${sign(value)}${mantissa}×10${power < 0 ? "⁻" : ""}${shown}`;
}

function sign(value: number): string {
  return value < 0 ? "-" : "";
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return "NaN";
  return Number.isFinite(value) ? undefined : `${sign(value)}∞`;
}
