import { daysIn } from "../../go/time.ts";
import { splitText } from "../../json/text-parts.ts";

/**
 * True for a date that exists in the calendar, such as `2020-02-29`.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/time/format.go, Parse with 2006-01-02.
 */
export function isDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year);
}

/** The server accepts any character before the fraction of a second. */
const time = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:[zZ]|[+-]\d{2}:\d{2})$/u;

/**
 * True for a date and time with a time zone, as the server checks it: leap seconds and 24:00 are invalid, and all text
 * after a second `t` is ignored.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/strfmt/time.go, IsDateTime.
 */
export function isDateTime(text: string): boolean {
  const [date, clock = ""] = splitText(text, /t/i);
  const match = time.exec(clock);
  if (match === null || !isDate(date)) return false;
  return Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}
