import { assertDefined } from "../../json/invariant.ts";

/** A formatting clause. `%.2f` has the verb `f` and the precision 2. */
export interface Clause {
  readonly verb: string;
  readonly precision: number | undefined;
}

/** A part of a format string: literal text, a clause, or an error. */
type FormatPart = string | Clause | { readonly fault: string };

const verbs = "sdfebxXo";

/**
 * Splits a format string into its parts. A fault is always the last part; it is not reported if formatting an earlier
 * part fails first.
 * Source: https://github.com/google/cel-go/blob/b02364524316/ext/formatting.go parseFormatString.
 */
export function* formatParts(format: string): Iterable<FormatPart> {
  let at = 0;
  while (at < format.length) {
    const percent = format.indexOf("%", at);
    if (percent < 0) break;
    if (percent > at) yield format.slice(at, percent);
    if (format[percent + 1] === "%") {
      yield "%";
      at = percent + 2;
      continue;
    }
    const { part, end } = clauseAt(format, percent + 1);
    yield part;
    if (typeof part !== "string" && "fault" in part) return;
    at = end;
  }
  if (at < format.length) yield format.slice(at);
}

function clauseAt(
  format: string,
  start: number,
): { readonly part: FormatPart; readonly end: number } {
  if (start >= format.length) return { part: { fault: "unexpected end of string" }, end: start };
  const [, digits] = /^\.(\d*)/.exec(format.slice(start)) ?? [];
  const at = digits === undefined ? start : start + 1 + digits.length;
  const fault = precisionFault(digits, at >= format.length);
  if (fault !== undefined) {
    const part = { fault: `could not parse formatting clause: error while ${fault}` };
    return { part, end: at };
  }
  const verb = format.charAt(at);
  if (!verbs.includes(verb)) {
    const [byte = 0] = new TextEncoder().encode(verb);
    const shown = String.fromCharCode(byte);
    const part = {
      fault: `could not parse formatting clause: unrecognized formatting clause "${shown}"`,
    };
    return { part, end: at };
  }
  const precision = digits === undefined ? undefined : Number(digits);
  return { part: { verb, precision }, end: at + 1 };
}

function precisionFault(digits: string | undefined, isEnd: boolean): string | undefined {
  if (digits === undefined) return undefined;
  if (isEnd) return "parsing precision: could not find end of precision specifier";
  if (digits !== "" && Number(digits) <= Number.MAX_SAFE_INTEGER) return undefined;
  const reason = digits === "" ? "invalid syntax" : "value out of range";
  return `parsing precision: error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${reason}`;
}

/** The API server's error for a clause that does not accept the type of a value. */
export function clauseFault(verb: string, typeName: string): string {
  const wanted: Readonly<Record<string, string>> = {
    s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
    d: "decimal clause can only be used on integers",
    f: "fixed-point clause can only be used on doubles",
    e: "scientific clause can only be used on doubles",
    b: "only integers and bools can be formatted as binary",
    x: "only integers, byte buffers, and strings can be formatted as hex",
    X: "only integers, byte buffers, and strings can be formatted as hex",
    o: "octal clause can only be used on integers",
  };
  return `error during formatting: ${assertDefined(wanted[verb], "each formatting verb has an error message")}, was given ${typeName}`;
}
