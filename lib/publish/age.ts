import { maxInt64, minInt64 } from "../json/numbers.ts";
import { isDate } from "../schema/formats/date-time.ts";

/** The nanoseconds in a second and in larger units. */
const second = 1_000_000_000n;
const minute = 60n * second;
const hour = 60n * minute;

/** Limits a duration to int64 nanoseconds, as Go's Time.Sub does. */
function limitedToInt64(nanoseconds: bigint): bigint {
  return nanoseconds > maxInt64 ? maxInt64 : nanoseconds < minInt64 ? minInt64 : nanoseconds;
}

/**
 * The time since a timestamp, as kubectl prints it: `45s`, `3m10s`, `5h`, `2y8d`. `<invalid>` for a text that is not an
 * RFC 3339 time and for a time 2 s or more in the future; `<unknown>` for an empty text, the text `null` and Go's zero time.
 * `now` is in ms since 1970.
 * Source: https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/api/meta/table/table.go,
 * pkg/util/duration/duration.go HumanDuration.
 */
export function ageOf(timestamp: string, now: number): string {
  if (timestamp === "" || timestamp === "null") return "<unknown>";
  const then = nanosecondsOf(timestamp);
  if (then === undefined) return "<invalid>";
  if (then === yearOne) return "<unknown>";
  return humanDuration(limitedToInt64(BigInt(Math.trunc(now)) * 1_000_000n - then));
}

function humanDuration(age: bigint): string {
  const seconds = age / second;
  if (seconds < -1n) return "<invalid>";
  if (seconds < 0n) return "0s";
  if (seconds < 120n) return `${seconds}s`;
  const minutes = age / minute;
  if (minutes < 10n) return twoUnits(minutes, "m", seconds % 60n, "s");
  if (minutes < 180n) return `${minutes}m`;
  const hours = age / hour;
  if (hours < 8n) return twoUnits(hours, "h", minutes % 60n, "m");
  if (hours < 48n) return `${hours}h`;
  const days = hours / 24n;
  if (days < 8n) return twoUnits(days, "d", hours % 24n, "h");
  if (days < 730n) return `${days}d`;
  const years = days / 365n;
  return years < 8n ? twoUnits(years, "y", days % 365n, "d") : `${years}y`;
}

function twoUnits(large: bigint, unit: string, small: bigint, smallUnit: string): string {
  return small === 0n ? `${large}${unit}` : `${large}${unit}${small}${smallUnit}`;
}

/** An RFC 3339 time as Go reads it, which also accepts an hour with one digit and a comma before the fraction. */
const rfc3339 =
  /^(\d{4}-\d{2}-\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;

/** The beginning of the year 1, the zero value of Go's time.Time, in nanoseconds since 1970. */
const yearOne = -62_135_596_800n * second;

/** Nanoseconds since 1970; undefined for an invalid time. */
function nanosecondsOf(timestamp: string): bigint | undefined {
  const match = rfc3339.exec(timestamp);
  if (match === null) return undefined;
  const [, date, hour, minute, whole, fraction = "", sign, zoneHour = 0, zoneMinute = 0] = match;
  if (date === undefined || !isDate(date)) return undefined;
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(whole)];
  const [zoneHours, zoneMinutes] = [Number(zoneHour), Number(zoneMinute)];
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  if (zoneHours > 24 || zoneMinutes > 60) return undefined;
  const zone = (zoneHours * 60 + zoneMinutes) * (sign === "-" ? -60 : 60);
  const time = (hours * 60 + minutes) * 60 + seconds - zone;
  const nanoseconds = BigInt(fraction.slice(0, 9).padEnd(9, "0"));
  return BigInt(dayNumber(date) * 86_400 + time) * second + nanoseconds;
}

/** The number of days since 1970. */
function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
