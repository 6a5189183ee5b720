import { quote } from "./go-print.ts";

/** A point of time to the second, as the server prints it (`2026-01-02T03:04:05Z`), or why a text is none. */
export type ParsedTime =
  | { readonly ok: true; readonly value: string; readonly isZero: boolean }
  | { readonly ok: false; readonly error: string };

const layout = "2006-01-02T15:04:05Z07:00";

/** The parts of the layout, each with what it takes: the hour may have one digit, a comma may start the fraction. */
const parts: readonly (readonly [element: string, pattern: RegExp])[] = [
  ["2006", /^\d{4}/],
  ["-", /^-/],
  ["01", /^\d{2}/],
  ["-", /^-/],
  ["02", /^\d{2}/],
  ["T", /^T/],
  ["15", /^\d{1,2}/],
  [":", /^:/],
  ["04", /^\d{2}/],
  [":", /^:/],
  ["05", /^\d{2}(?:[.,]\d+)?/],
  ["Z07:00", /^(?:Z|[+-]\d{2}:\d{2})/],
];

/**
 * Parses a time of RFC 3339 as leniently as the server does; fractions of a second are lost.
 * Source: go1.26 src/time/format.go Parse; k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/time.go.
 */
export function parseTime(text: string): ParsedTime {
  const found: string[] = [];
  let rest = text;
  for (const [element, pattern] of parts) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined) {
      const error = `parsing time ${quote(text)} as "${layout}": cannot parse ${quote(rest)} as "${element}"`;
      return { ok: false, error };
    }
    found.push(part);
    rest = rest.slice(part.length);
  }
  const fault = rest === "" ? rangeFault(found) : `extra text: ${quote(rest)}`;
  if (fault !== undefined) return { ok: false, error: `parsing time ${quote(text)}: ${fault}` };
  return timeOf(found);
}

/** What is out of range, in the order in which Go looks. */
function rangeFault(found: readonly string[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersOf(found);
  const [zoneHour = 0, zoneMinute = 0] = zoneOf(found);
  if (month < 1 || month > 12) return "month out of range";
  if (hour > 23) return "hour out of range";
  if (minute > 59) return "minute out of range";
  if (second >= 60) return "second out of range";
  if (zoneHour > 24) return "time zone offset hour out of range";
  if (zoneMinute > 60) return "time zone offset minute out of range";
  return day < 1 || day > daysIn(year, month) ? "day out of range" : undefined;
}

function numbersOf(found: readonly string[]): readonly number[] {
  return [0, 2, 4, 6, 8, 10].map((index) =>
    Number.parseFloat((found[index] ?? "").replace(",", ".")),
  );
}

function zoneOf(found: readonly string[]): readonly number[] {
  return (found.at(-1) ?? "").split(/\D/).slice(1).map(Number);
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function timeOf(found: readonly string[]): ParsedTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbersOf(found);
  const [zoneHour = 0, zoneMinute = 0] = zoneOf(found);
  const east = found.at(-1)?.startsWith("-") ? -1 : 1;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour - east * zoneHour, minute - east * zoneMinute, Math.trunc(second));
  const value = date.toISOString().replace(".000Z", "Z");
  return { ok: true, value, isZero: value === "0001-01-01T00:00:00Z" && Number.isInteger(second) };
}
