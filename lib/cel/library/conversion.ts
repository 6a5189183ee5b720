import { groupText } from "../../json/text-parts.ts";
import { checkedInt, isInt, maxUint64, uintOverflow } from "../value/int.ts";
import { showDouble } from "../value/map.ts";
import {
  checkedTimestamp,
  parseDuration,
  parseTimestamp,
  printDuration,
  printTimestamp,
} from "../value/time.ts";
import { typeNameOf } from "../value/type-name.ts";
import {
  CelError,
  type CelValue,
  Double,
  Duration,
  Opaque,
  Timestamp,
  TypeValue,
  Uint,
} from "../value/value.ts";
import { doubleToInt, doubleToUint, uintToInt } from "./arithmetic.ts";

function notConvertible(value: CelValue, type: string): CelError {
  return new CelError(`type conversion error from '${typeNameOf(value)}' to '${type}'`);
}

/** The conversion `int(value)`: for a duration its nanoseconds, for a timestamp the seconds since 1970. */
export function toInt(value: CelValue): CelValue {
  if (isInt(value)) return value;
  if (value instanceof Double) return doubleToInt(value.value);
  if (value instanceof Uint) return uintToInt(value);
  if (value instanceof Duration) return checkedInt(value.nanoseconds);
  if (value instanceof Timestamp) return value.seconds;
  if (typeof value === "string" && /^[+-]?\d+$/.test(value)) {
    const int = checkedInt(BigInt(value.replace("+", "")));
    if (!(int instanceof CelError)) return int;
  }
  return notConvertible(value, "int");
}

/** The conversion `uint(value)`. */
export function toUint(value: CelValue): CelValue {
  if (value instanceof Uint) return value;
  if (isInt(value)) return value < 0 ? uintOverflow : new Uint(BigInt(value));
  if (value instanceof Double) return doubleToUint(value.value);
  if (typeof value === "string" && /^\d+$/.test(value) && BigInt(value) <= maxUint64) {
    return new Uint(BigInt(value));
  }
  return notConvertible(value, "uint");
}

/** The conversion `double(value)`. */
export function toDouble(value: CelValue): CelValue {
  if (value instanceof Double) return value;
  if (isInt(value)) return new Double(Number(value));
  if (value instanceof Uint) return new Double(Number(value.value));
  const parsed = typeof value === "string" ? parseFloat64(value) : undefined;
  return parsed === undefined ? notConvertible(value, "double") : new Double(parsed);
}

/**
 * Parses a float as Go does; undefined for invalid syntax or a value out of range.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strconv/atof.go.
 */
function parseFloat64(text: string): number | undefined {
  const isNegative = text.startsWith("-");
  const plain = withoutSeparators(text.replace(/^[+-]/, ""));
  const size = plain === undefined ? undefined : unsignedFloat(plain);
  return size === undefined ? undefined : isNegative ? -size : size;
}

/**
 * A number without the underscores between its digits; undefined if an underscore is at another position. `0x` counts
 * as a digit, so `0x_1` is valid.
 */
function withoutSeparators(text: string): string | undefined {
  const misplaced = /^0x/i.test(text) ? /(?<![\da-fx])_|_(?![\da-f])/i : /(?<!\d)_|_(?!\d)/;
  return misplaced.test(text) ? undefined : text.replaceAll("_", "");
}

function unsignedFloat(text: string): number | undefined {
  if (/^inf(?:inity)?$/i.test(text)) return Number.POSITIVE_INFINITY;
  if (/^nan$/i.test(text)) return Number.NaN;
  if (/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) return finiteNumber(Number(text));
  const hex = /^0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i.exec(text);
  if (hex === null) return undefined;
  const [whole, fraction, power] = [groupText(hex, 1), groupText(hex, 2), groupText(hex, 3)];
  if (whole + fraction === "") return undefined;
  const digits = Number(BigInt(`0x${whole}${fraction}`));
  return finiteNumber(digits * 2 ** (Number(power) - 4 * fraction.length));
}

function finiteNumber(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

/** The conversion `bool(value)`. */
export function toBool(value: CelValue): CelValue {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") {
    if (/^(?:1|t|T|TRUE|true|True)$/.test(value)) return true;
    if (/^(?:0|f|F|FALSE|false|False)$/.test(value)) return false;
  }
  return notConvertible(value, "bool");
}

/** The conversion `bytes(value)`. */
export function toBytes(value: CelValue): CelValue {
  if (value instanceof Uint8Array) return value;
  return typeof value === "string"
    ? new TextEncoder().encode(value)
    : notConvertible(value, "bytes");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The conversion `string(value)`. */
export function toText(value: CelValue): string | CelError {
  if (typeof value === "string") return value;
  if (typeof value === "boolean" || isInt(value)) return String(value);
  if (value === null) return "null";
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Double) return showDouble(value.value);
  if (value instanceof Duration) return printDuration(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof Uint8Array) return bytesToText(value);
  return value instanceof Opaque ? value.toString() : notConvertible(value, "string");
}

function bytesToText(bytes: Uint8Array): string | CelError {
  try {
    return utf8.decode(bytes);
  } catch {
    return new CelError("invalid UTF-8 in bytes, cannot convert to string");
  }
}

/** The conversion `duration(value)`. */
export function toDuration(value: CelValue): CelValue {
  if (value instanceof Duration) return value;
  const parsed = typeof value === "string" ? parseDuration(value) : undefined;
  return parsed ?? notConvertible(value, "google.protobuf.Duration");
}

/** The conversion `timestamp(value)`. An int is in seconds since 1970. */
export function toTimestamp(value: CelValue): CelValue {
  if (value instanceof Timestamp) return value;
  if (isInt(value)) return checkedTimestamp(Number(value), 0, 0);
  const parsed = typeof value === "string" ? parseTimestamp(value) : undefined;
  return parsed === undefined
    ? notConvertible(value, "google.protobuf.Timestamp")
    : checkedTimestamp(parsed.seconds, parsed.nanoseconds, parsed.offsetSeconds);
}

/** The function `type(value)`. */
export function toType(value: CelValue): CelValue {
  return new TypeValue(typeNameOf(value));
}
