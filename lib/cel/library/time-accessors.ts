import { assertDefined } from "../../json/invariant.ts";
import { intOf } from "../value/int.ts";
import { daysSince1970 } from "../value/time.ts";
import { CelError, type CelValue, Duration, errorOr, Timestamp } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";

/** Reads one field of a time. `local` is the local time, stored as if it were UTC. */
type Accessor = (local: Date, nanoseconds: number) => number;

/** For each function: its name, the end of its overload id, and the accessor. */
const accessors: readonly (readonly [string, string, Accessor])[] = [
  ["getFullYear", "year", (local) => local.getUTCFullYear()],
  ["getMonth", "month", (local) => local.getUTCMonth()],
  ["getDayOfYear", "day_of_year", dayOfYear],
  ["getDayOfMonth", "day_of_month", (local) => local.getUTCDate() - 1],
  ["getDate", "day_of_month_1_based", (local) => local.getUTCDate()],
  ["getDayOfWeek", "day_of_week", (local) => local.getUTCDay()],
  ["getHours", "hours", (local) => local.getUTCHours()],
  ["getMinutes", "minutes", (local) => local.getUTCMinutes()],
  ["getSeconds", "seconds", (local) => local.getUTCSeconds()],
  ["getMilliseconds", "milliseconds", (_, nanoseconds) => Math.trunc(nanoseconds / 1_000_000)],
];

function dayOfYear(local: Date): number {
  const newYear = assertDefined(
    daysSince1970(local.getUTCFullYear(), 1, 1),
    "each year has a first day",
  );
  return Math.floor(local.getTime() / 86_400_000) - newYear;
}

/** The nanoseconds in each unit. */
const units: Readonly<Record<string, bigint>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: 1_000_000n,
};

function declarationsOf([name, id]: (typeof accessors)[number]): readonly string[] {
  const ofDuration = id in units ? [`${name} duration_to_${id} duration.() int`] : [];
  return [
    `${name} timestamp_to_${id} timestamp.() int`,
    `${name} timestamp_to_${id}_with_tz timestamp.(string) int`,
    ...ofDuration,
  ];
}

function implementationsOf([, id, accessor]: (typeof accessors)[number]): Record<
  string,
  Implementation
> {
  const unit = units[id];
  return {
    [`timestamp_to_${id}`]: (value = null) => accessField(value, "UTC", accessor),
    [`timestamp_to_${id}_with_tz`]: (value = null, zone = null) =>
      accessField(value, zone, accessor),
    ...(unit === undefined
      ? {}
      : { [`duration_to_${id}`]: (value: CelValue = null) => count(value, unit) }),
  };
}

function count(value: CelValue, unit: bigint): CelValue {
  return value instanceof Duration ? intOf(value.nanoseconds / unit) : errorOr(value);
}

function accessField(value: CelValue, zone: CelValue, accessor: Accessor): CelValue {
  if (!(value instanceof Timestamp)) return errorOr(value);
  if (typeof zone !== "string") return errorOr(zone);
  const offset = zone.includes(":") ? fixedOffset(zone) : offsetOf(zone, value.seconds);
  if (offset instanceof CelError) return offset;
  return accessor(new Date((value.seconds + offset) * 1000), value.nanoseconds);
}

/** The seconds east of UTC for an offset such as `-02:30`. */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(":");
  const parts = [zone.slice(0, colon), zone.slice(colon + 1)] as const;
  const wrong = parts.find((part) => !/^[+-]?\d+$/.test(part));
  if (wrong !== undefined) {
    return new CelError(`strconv.Atoi: parsing ${JSON.stringify(wrong)}: invalid syntax`);
  }
  const [hours, minutes] = [Number(parts[0]), Number(parts[1])];
  return 60 * (zone.startsWith("-") ? hours * 60 - minutes : hours * 60 + minutes);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The seconds east of UTC in a named time zone at a given time. */
function offsetOf(zone: string, seconds: number): number | CelError {
  if (zone === "" || zone === "UTC" || zone === "Local") return 0;
  const format = formatFor(zone);
  if (format instanceof CelError) return format;
  const parts = new Map(
    format.formatToParts(seconds * 1000).map(({ type, value }) => [type, value]),
  );
  const at = (part: Intl.DateTimeFormatPartTypes): number => Number(parts.get(part) ?? 0);
  const local = new Date(0);
  local.setUTCFullYear(
    parts.get("era") === "BC" ? 1 - at("year") : at("year"),
    at("month") - 1,
    at("day"),
  );
  local.setUTCHours(at("hour"), at("minute"), at("second"));
  return local.getTime() / 1000 - seconds;
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
    // The API server reads time zones from files, so the case of their names matters.
    const { timeZone } = format.resolvedOptions();
    const isMisspelled = timeZone !== zone && timeZone.toLowerCase() === zone.toLowerCase();
    return isMisspelled || /^[+-]/.test(zone) ? unknown : format;
  } catch {
    return unknown;
  }
}

/**
 * The functions for the fields of timestamps and durations.
 * Source: https://github.com/google/cel-go/blob/b02364524316/common/stdlib/standard.go.
 */
export const timeLibrary: Library = {
  declarations: accessors.flatMap(declarationsOf).join("\n"),
  implementations: Object.assign({}, ...accessors.map(implementationsOf)),
};
