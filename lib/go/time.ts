/**
 * A time without fractions of a second, in the API server's form (`2026-01-02T03:04:05Z`), or Go's error for a text that is
 * not a time. `isZero` is true for Go's zero time: the beginning of the year 1, to the nanosecond.
 */
type ParsedTime =
  | { readonly ok: true; readonly value: string; readonly isZero: boolean }
  | { readonly ok: false; readonly error: string };

const layout = "2006-01-02T15:04:05Z07:00";

/** The text of each field of a time. `second` includes the fraction. */
type TimeTexts = Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "zone", string>;

/**
 * An element of the layout of a time: its name in Go's layout, the pattern of its text, its field (undefined for a
 * separator) and the range of its number.
 */
interface LayoutElement {
  readonly element: string;
  readonly pattern: RegExp;
  readonly field?: keyof TimeTexts;
  readonly range?: readonly [min: number, max: number];
}

function separator(element: string): LayoutElement {
  return { element, pattern: new RegExp(`^${element}`) };
}

/** The form of RFC 3339 as Go parses it: an hour may have one digit, and a comma may come before the fraction. */
const layoutElements: readonly LayoutElement[] = [
  { element: "2006", pattern: /^\d{4}/, field: "year" },
  separator("-"),
  { element: "01", pattern: /^\d{2}/, field: "month", range: [1, 12] },
  separator("-"),
  { element: "02", pattern: /^\d{2}/, field: "day" },
  separator("T"),
  { element: "15", pattern: /^\d{1,2}/, field: "hour", range: [0, 23] },
  separator(":"),
  { element: "04", pattern: /^\d{2}/, field: "minute", range: [0, 59] },
  separator(":"),
  { element: "05", pattern: /^\d{2}(?:[.,]\d+)?/, field: "second", range: [0, 59] },
  { element: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/, field: "zone" },
];

/**
 * Parses an RFC 3339 time, accepting the same deviations as the API server. Drops fractions of a second.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go Parse;
 * https://github.com/kubernetes/apimachinery/blob/40bf4b2b62f8/pkg/apis/meta/v1/time.go.
 */
export function parseTime(text: string): ParsedTime {
  const texts: TimeTexts = {
    year: "",
    month: "",
    day: "",
    hour: "",
    minute: "",
    second: "",
    zone: "",
  };
  let rest = text;
  for (const { element, pattern, field, range } of layoutElements) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined) {
      const error = `parsing time ${quote(text)} as "${layout}": cannot parse ${quote(rest)} as "${element}"`;
      return { ok: false, error };
    }
    const value = Number.parseInt(part, 10);
    if (range !== undefined && !(value >= range[0] && value <= range[1])) {
      return { ok: false, error: `parsing time ${quote(text)}: ${field} out of range` };
    }
    if (field !== undefined) texts[field] = part;
    rest = rest.slice(part.length);
  }
  const fault =
    zoneFault(texts) ?? (rest === "" ? dayFault(texts) : `: extra text: ${quote(rest)}`);
  return fault === undefined
    ? timeOf(texts)
    : { ok: false, error: `parsing time ${quote(text)}${fault}` };
}

function zoneFault({ zone }: TimeTexts): string | undefined {
  const { hours, minutes } = offsetOf(zone);
  if (hours > 24) return ": time zone offset hour out of range";
  return minutes > 60 ? ": time zone offset minute out of range" : undefined;
}

function dayFault({ year, month, day }: TimeTexts): string | undefined {
  const isDay = Number(day) >= 1 && Number(day) <= daysIn(Number(month), Number(year));
  return isDay ? undefined : ": day out of range";
}

/** The offset of a time zone, `Z` or `+01:30`, without its sign. */
function offsetOf(zone: string): { readonly hours: number; readonly minutes: number } {
  return { hours: Number(zone.slice(1, 3)), minutes: Number(zone.slice(4)) };
}

/** The number of days in a month, which is from 1 to 12. */
export function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function timeOf({ year, month, day, hour, minute, second, zone }: TimeTexts): ParsedTime {
  const { hours, minutes } = offsetOf(zone);
  const east = zone.startsWith("-") ? -1 : 1;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const seconds = Number(second.slice(0, 2));
  date.setUTCHours(Number(hour) - east * hours, Number(minute) - east * minutes, seconds);
  const value = `${yearText(date.getUTCFullYear())}${date.toISOString().slice(-20, -5)}Z`;
  const nanoseconds = second.slice(3, 12);
  return {
    ok: true,
    value,
    isZero: value === "0001-01-01T00:00:00Z" && !/[1-9]/.test(nanoseconds),
  };
}

/** A year with at least four digits. The time zone can move a time to the year -1 or 10000. */
function yearText(year: number): string {
  return (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");
}

/**
 * A text in quotes, with an escape for each quote and backslash, and for each byte below 0x20 or above 0x7f.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go quote.
 */
function quote(text: string): string {
  const quoted = Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    const isPlain = byte >= 0x20 && byte < 0x80;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `"${quoted.join("")}"`;
}
