import { groupText } from "../../json/text-parts.ts";
import { daysSince1970, parseDuration, parseTimestamp } from "../value/time.ts";
import { CelError, type CelValue, Duration, Timestamp } from "../value/value.ts";

/**
 * Converts a string by the format in its schema: some formats have a CEL type of their own.
 * Source: https://github.com/kubernetes/apiserver/blob/72f5171bff56/pkg/cel/common/valuesunstructured.go.
 */
export function formattedText(text: string, format: string | undefined): CelValue {
  switch (format) {
    case "duration":
      return durationOf(text);
    case "date":
      return (
        dateOf(text) ??
        new CelError(`Invalid date formatted string ${text}: ${parseErrorStart(text)}`)
      );
    case "date-time":
      return (
        timestampOf(text) ??
        new CelError(`Invalid date-time formatted string ${text}: ${parseErrorStart(text)}`)
      );
    case "byte":
      return bytesOf(text);
    default:
      return text;
  }
}

function parseErrorStart(text: string): string {
  return `parsing time ${JSON.stringify(text)}`;
}

function dateOf(text: string): Timestamp | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const days = daysSince1970(Number(match[1]), Number(match[2]), Number(match[3]));
  return days === undefined ? undefined : new Timestamp(days * 86_400, 0, 0);
}

/**
 * Parses an RFC 3339 time. A text without a time zone is in UTC; an empty text is 1970-01-01.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/strfmt/time.go ParseDateTime.
 */
function timestampOf(text: string): Timestamp | undefined {
  if (text === "") return new Timestamp(0, 0, 0);
  return parseTimestamp(text) ?? parseTimestamp(/[Zz+]/.test(text) ? text : `${text}Z`);
}

const units: readonly (readonly [RegExp, bigint])[] = [
  [/^(?:ns|nano.*)$/i, 1n],
  [/^(?:us|\u00b5s|micro.*)$/i, 1000n],
  [/^(?:ms|milli.*)$/i, 1_000_000n],
  [/^(?:s|sec.*)$/i, 1_000_000_000n],
  [/^(?:m|min.*)$/i, 60_000_000_000n],
  [/^(?:h|hr|hour.*)$/i, 3_600_000_000_000n],
  [/^(?:d|day.*)$/i, 86_400_000_000_000n],
  [/^(?:w|wk|week.*)$/i, 604_800_000_000_000n],
];

/**
 * Parses a duration in Go's or kube-openapi's syntax.
 * Source: https://github.com/kubernetes/kube-openapi/blob/43fb72c5454a/pkg/validation/strfmt/duration.go ParseDuration.
 */
function durationOf(text: string): CelValue {
  const go = parseDuration(text);
  if (go !== undefined) return go;
  let total = 0n;
  let isFound = false;
  for (const match of text.matchAll(/(?<!\d)(\d+)[\t\n\f\r ]*([A-Za-z\u00b5]+)/g)) {
    const [digits, name] = [groupText(match, 1), groupText(match, 2)];
    const unit = units.find(([pattern]) => pattern.test(name));
    if (unit === undefined) continue;
    isFound = true;
    total += BigInt(digits) * unit[1];
  }
  if (isFound) return new Duration(BigInt.asIntN(64, total));
  return new CelError(`Invalid duration ${text}: unable to parse ${text} as duration`);
}

function bytesOf(text: string): CelValue {
  if (!/^[A-Za-z\d+/\r\n]*={0,2}[\r\n]*$/.test(text)) {
    return new CelError(
      `Invalid byte formatted string ${text}: illegal base64 data at input byte 0`,
    );
  }
  try {
    return Uint8Array.from(atob(text.replace(/[\r\n]/g, "")), (char) => char.charCodeAt(0));
  } catch {
    return new CelError(
      `Invalid byte formatted string ${text}: illegal base64 data at input byte 0`,
    );
  }
}
