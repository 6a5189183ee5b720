import { intOf } from "../value/int.ts";
import { CelError, type CelValue, Duration, errorOr, Timestamp } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";

/** The fields of a moment in one zone, as a calendar there shows them. */
type Reading = (wall: Date, nanoseconds: number) => number;

/** The accessors: function, end of the overload's id, what is read. */
const readings: readonly (readonly [string, string, Reading])[] = [
  ["getFullYear", "year", (wall) => wall.getUTCFullYear()],
  ["getMonth", "month", (wall) => wall.getUTCMonth()],
  ["getDayOfYear", "day_of_year", dayOfYear],
  ["getDayOfMonth", "day_of_month", (wall) => wall.getUTCDate() - 1],
  ["getDate", "day_of_month_1_based", (wall) => wall.getUTCDate()],
  ["getDayOfWeek", "day_of_week", (wall) => wall.getUTCDay()],
  ["getHours", "hours", (wall) => wall.getUTCHours()],
  ["getMinutes", "minutes", (wall) => wall.getUTCMinutes()],
  ["getSeconds", "seconds", (wall) => wall.getUTCSeconds()],
  ["getMilliseconds", "milliseconds", (_, nanoseconds) => Math.trunc(nanoseconds / 1_000_000)],
];

function dayOfYear(wall: Date): number {
  return Math.floor((wall.getTime() - Date.UTC(wall.getUTCFullYear(), 0, 1)) / 86_400_000);
}

/** Nanoseconds of a unit that a duration is counted in. */
const units: Readonly<Record<string, bigint>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: 1_000_000n,
};

function declarationsOf([name, id]: (typeof readings)[number]): readonly string[] {
  const ofDuration = id in units ? [`${name} duration_to_${id} duration.() int`] : [];
  return [
    `${name} timestamp_to_${id} timestamp.() int`,
    `${name} timestamp_to_${id}_with_tz timestamp.(string) int`,
    ...ofDuration,
  ];
}

function implementationsOf([, id, reading]: (typeof readings)[number]): Record<
  string,
  Implementation
> {
  const unit = units[id];
  return {
    [`timestamp_to_${id}`]: (value = null) => read(value, "UTC", reading),
    [`timestamp_to_${id}_with_tz`]: (value = null, zone = null) => read(value, zone, reading),
    ...(unit === undefined
      ? {}
      : { [`duration_to_${id}`]: (value: CelValue = null) => count(value, unit) }),
  };
}

function count(value: CelValue, unit: bigint): CelValue {
  return value instanceof Duration ? intOf(value.nanoseconds / unit) : errorOr(value);
}

function read(value: CelValue, zone: CelValue, reading: Reading): CelValue {
  if (!(value instanceof Timestamp)) return errorOr(value);
  if (typeof zone !== "string") return errorOr(zone);
  const offset = zone.includes(":") ? fixedOffset(zone) : offsetOf(zone, value.seconds);
  if (offset instanceof CelError) return offset;
  return reading(new Date((value.seconds + offset) * 1000), value.nanoseconds);
}

/** Seconds east of UTC of an offset in hours and minutes. */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(":");
  const parts = [zone.slice(0, colon), zone.slice(colon + 1)];
  const wrong = parts.find((part) => !/^[+-]?\d+$/.test(part));
  if (wrong !== undefined) {
    return new CelError(`strconv.Atoi: parsing ${JSON.stringify(wrong)}: invalid syntax`);
  }
  const [hours = 0, minutes = 0] = parts.map(Number);
  return 60 * (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds east of UTC of a named zone at a moment. */
function offsetOf(zone: string, seconds: number): number | CelError {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  const format = formatFor(zone);
  if (format instanceof CelError) return format;
  const parts = new Map(
    format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
  );
  const at = (part: Intl.DateTimeFormatPartTypes): number => Number(parts.get(part) ?? 0);
  const wall = new Date(0);
  wall.setUTCFullYear(
    parts.get("era") === "BC" ? 1 - at("year") : at("year"),
    at("month") - 1,
    at("day"),
  );
  wall.setUTCHours(at("hour"), at("minute"), at("second"));
  return wall.getTime() / 1000 - seconds;
}

function formatFor(zone: string): Intl.DateTimeFormat | CelError {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = newFormat(zone);
  if (!(format instanceof CelError)) formats.set(zone, format);
  return format;
}

function newFormat(zone: string): Intl.DateTimeFormat | CelError {
  if (/^[/\\]|\.\.|\\/.test(zone)) return new CelError("time: invalid location name");
  const unknown = new CelError(`unknown time zone ${zone}`);
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    // The server's names are files: it tells upper from lower case.
    const { timeZone } = format.resolvedOptions();
    const isMisspelled = timeZone !== zone && timeZone.toLowerCase() === zone.toLowerCase();
    return isMisspelled || /^[+-]/.test(zone) ? unknown : format;
  } catch {
    return unknown;
  }
}

/** Source: github.com/google/cel-go@v0.26.0 common/stdlib/standard.go, the functions of timestamps and durations. */
export const clockLibrary: Library = {
  declarations: readings.flatMap(declarationsOf).join("\n"),
  implementations: Object.assign({}, ...readings.map(implementationsOf)),
};
