/** A point of time to the second, as the server prints it (`2026-01-02T03:04:05Z`), or why a text is none. */
export type ParsedTime =
  | { readonly ok: true; readonly value: string; readonly isZero: boolean }
  | { readonly ok: false; readonly error: string };

const layout = "2006-01-02T15:04:05Z07:00";

/** A part of the layout: what it takes, and the largest number it may be. */
interface Part {
  readonly element: string;
  readonly pattern: RegExp;
  readonly range?: { readonly name: string; readonly min: number; readonly max: number };
}

function separator(element: string): Part {
  return { element, pattern: new RegExp(`^${element}`) };
}

function number(element: string, pattern: RegExp, name: string, min: number, max: number): Part {
  return { element, pattern, range: { name, min, max } };
}

/** The hour may have one digit, and a comma may start the fraction. */
const parts: readonly Part[] = [
  { element: "2006", pattern: /^\d{4}/ },
  separator("-"),
  number("01", /^\d{2}/, "month", 1, 12),
  separator("-"),
  { element: "02", pattern: /^\d{2}/ },
  separator("T"),
  number("15", /^\d{1,2}/, "hour", 0, 23),
  separator(":"),
  number("04", /^\d{2}/, "minute", 0, 59),
  separator(":"),
  number("05", /^\d{2}(?:[.,]\d+)?/, "second", 0, 59),
  { element: "Z07:00", pattern: /^(?:Z|[+-]\d{2}:\d{2})/ },
];

/**
 * Parses a time of RFC 3339 as leniently as the server does; fractions of a second are lost.
 * Source: go1.26 src/time/format.go Parse; k8s.io/apimachinery@v0.36.3 pkg/apis/meta/v1/time.go.
 */
export function parseTime(text: string): ParsedTime {
  const found: string[] = [];
  let rest = text;
  for (const { element, pattern, range } of parts) {
    const part = pattern.exec(rest)?.[0];
    if (part === undefined) {
      const error = `parsing time ${quote(text)} as "${layout}": cannot parse ${quote(rest)} as "${element}"`;
      return { ok: false, error };
    }
    const value = Math.trunc(numberIn(part));
    if (range !== undefined && !(value >= range.min && value <= range.max)) {
      return { ok: false, error: `parsing time ${quote(text)}: ${range.name} out of range` };
    }
    found.push(part);
    rest = rest.slice(part.length);
  }
  const fault =
    zoneFault(found) ?? (rest === "" ? dayFault(found) : `: extra text: ${quote(rest)}`);
  return fault === undefined
    ? timeOf(found)
    : { ok: false, error: `parsing time ${quote(text)}${fault}` };
}

function numberIn(part: string): number {
  return Number.parseFloat(part.replace(",", "."));
}

function zoneFault(found: readonly string[]): string | undefined {
  const [hour = 0, minute = 0] = zoneOf(found);
  if (hour > 24) return ": time zone offset hour out of range";
  return minute > 60 ? ": time zone offset minute out of range" : undefined;
}

function dayFault(found: readonly string[]): string | undefined {
  const [year = 0, month = 0, day = 0] = numbersOf(found);
  return day < 1 || day > daysIn(year, month) ? ": day out of range" : undefined;
}

function numbersOf(found: readonly string[]): readonly number[] {
  return [0, 2, 4, 6, 8, 10].map((index) => numberIn(found[index] ?? ""));
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
  const value = `${yearText(date.getUTCFullYear())}${date.toISOString().slice(-20, -5)}Z`;
  const nanoseconds = (found[10] ?? "").slice(3, 12);
  return {
    ok: true,
    value,
    isZero: value === "0001-01-01T00:00:00Z" && !/[1-9]/.test(nanoseconds),
  };
}

/** At least four digits; zones reach the years -1 and 10000. */
function yearText(year: number): string {
  return (year < 0 ? "-" : "") + String(Math.abs(year)).padStart(4, "0");
}

/** A text in quotes, what is not ASCII and printable byte by byte. Source: go1.26 src/time/format.go quote. */
function quote(text: string): string {
  const quoted = Array.from(new TextEncoder().encode(text), (byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
    const isPlain = byte >= 0x20 && byte < 0x80;
    return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`;
  });
  return `"${quoted.join("")}"`;
}
