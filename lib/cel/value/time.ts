import { maxInt64, minInt64 } from "../../json/numbers.ts";
import { groupText } from "../../json/text-parts.ts";
import { CelError, Duration, Timestamp } from "./value.ts";

/** The nanoseconds in a second. */
const billion = 1_000_000_000n;
/**
 * The first second of the year 1, in seconds since 1970.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/types/timestamp.go, minUnixTime.
 */
const minSeconds = -62_135_596_800;
/**
 * The last second of the year 9999, in seconds since 1970.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/types/timestamp.go, maxUnixTime.
 */
const maxSeconds = 253_402_300_799;

/** The error for a time outside the years 1 to 9999. */
const timestampOverflow = new CelError("timestamp overflow");

/** A timestamp, or the error for a time outside the years 1 to 9999. */
export function checkedTimestamp(
  seconds: number,
  nanoseconds: number,
  offsetSeconds: number,
): Timestamp | CelError {
  return seconds < minSeconds || seconds > maxSeconds
    ? timestampOverflow
    : new Timestamp(seconds, nanoseconds, offsetSeconds);
}

/** A duration, or an overflow error if its nanoseconds are beyond 64 bits. */
export function checkedDuration(nanoseconds: bigint): Duration | CelError {
  return nanoseconds > maxInt64 || nanoseconds < minInt64
    ? new CelError("integer overflow")
    : new Duration(nanoseconds);
}

/** The nanoseconds of a timestamp since 1970. */
export function nanosecondsOf({ seconds, nanoseconds }: Timestamp): bigint {
  return BigInt(seconds) * billion + BigInt(nanoseconds);
}

/** The timestamp at a distance of `nanoseconds` from another one, in the same time zone. */
export function plusNanoseconds(moment: Timestamp, nanoseconds: bigint): Timestamp | CelError {
  const total = nanosecondsOf(moment) + nanoseconds;
  const rest = ((total % billion) + billion) % billion;
  const seconds = Number((total - rest) / billion);
  return checkedTimestamp(seconds, Number(rest), moment.offsetSeconds);
}

/** Prints a timestamp in the format of RFC 3339, with as many decimals as it needs. */
export function printTimestamp({ seconds, nanoseconds, offsetSeconds }: Timestamp): string {
  const date = new Date((seconds + offsetSeconds) * 1000);
  const year = date.getUTCFullYear();
  const yearText = (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");
  const rest = date.toISOString().slice(-20, -5);
  const digits = String(nanoseconds).padStart(9, "0").replace(/0+$/, "");
  return yearText + rest + (digits === "" ? "" : `.${digits}`) + printOffset(offsetSeconds);
}

function printOffset(offsetSeconds: number): string {
  const minutes = Math.trunc(offsetSeconds / 60);
  if (minutes === 0) return "Z";
  const size = Math.abs(minutes);
  const [hour, minute] = [Math.trunc(size / 60), size % 60];
  return `${minutes < 0 ? "-" : "+"}${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
}

/**
 * Prints a duration in seconds, as `string(duration)` does.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/types/duration.go.
 */
export function printDuration({ nanoseconds }: Duration): string {
  const [whole, rest] = [nanoseconds / billion, nanoseconds % billion];
  const seconds = Number(whole) + Number(rest) / 1e9;
  return `${plainDecimal(Object.is(seconds, -0) ? 0 : seconds)}s`;
}

/** Prints a number without an exponent, with the fewest digits that are parsed to the same number. */
export function plainDecimal(value: number): string {
  const text = Object.is(value, -0) ? "-0" : String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [sign, whole, fraction = ""] = [groupText(match, 1), groupText(match, 2), match[3]];
  const digits = whole + fraction;
  const point = whole.length + Number(match[4]);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses an RFC 3339 time as Go does; undefined for an invalid text. Digits beyond nanoseconds are dropped.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go Parse.
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = timestampPattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hours, minutes, seconds, fraction = "", zoneText = "Z"] = match;
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)];
  const zone = zoneOffset(zoneText);
  const days = daysSince1970(Number(year), Number(month), Number(day));
  if (zone === undefined || days === undefined) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const nanoseconds = Number(fraction.slice(0, 9).padEnd(9, "0"));
  return new Timestamp(
    days * 86_400 + hour * 3600 + minute * 60 + second - zone,
    nanoseconds,
    zone,
  );
}

function zoneOffset(zone: string): number | undefined {
  if (zone === "Z") return 0;
  const [hour, minute] = [Number(zone.slice(1, 3)), Number(zone.slice(4))];
  if (hour > 24 || minute > 60) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hour * 3600 + minute * 60);
}

/** The number of days since 1970-01-01; undefined for a date that does not exist. */
export function daysSince1970(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month >= 1;
  return isReal ? date.getTime() / 86_400_000 : undefined;
}

const units: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1000n],
  ["\u00b5s", 1000n],
  ["\u03bcs", 1000n],
  ["ms", 1_000_000n],
  ["s", billion],
  ["m", 60n * billion],
  ["h", 3600n * billion],
]);

/**
 * Parses a duration in Go's syntax (`1h30m`, `-1.5h`, `0`); undefined for an invalid text.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go ParseDuration.
 */
export function parseDuration(text: string): Duration | undefined {
  const isNegative = text.startsWith("-");
  const amounts = text.replace(/^[-+]/, "");
  if (amounts === "0") return new Duration(0n);
  if (amounts === "") return undefined;
  let total = 0n;
  let end = 0;
  for (const match of amounts.matchAll(/(\d*)(?:\.(\d*))?([^\d.]+)/gy)) {
    const [part, , fraction = ""] = match;
    const amount = amountOf(groupText(match, 1), fraction, units.get(groupText(match, 3)));
    if (amount === undefined) return undefined;
    total += amount;
    end += part.length;
  }
  const limit = isNegative ? -minInt64 : maxInt64;
  if (end !== amounts.length || total > limit) return undefined;
  return new Duration(isNegative ? -total : total);
}

function amountOf(whole: string, fraction: string, unit: bigint | undefined): bigint | undefined {
  if (unit === undefined || whole + fraction === "" || whole.length > 20) return undefined;
  const digits = fraction.slice(0, 18);
  const part = (BigInt(digits || "0") * unit) / 10n ** BigInt(digits.length);
  return BigInt(whole || "0") * unit + part;
}
