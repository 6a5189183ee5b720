import { assertDefined } from "../../json/invariant.ts";
import { type NonEmpty, splitText } from "../../json/text-parts.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../json/value.ts";
import { stringify } from "../../json/write.ts";

/**
 * A value as a YAML document in block style, with the layout of kubectl and a newline at the end. Parsers of YAML 1.1 and 1.2
 * read the same value: strings that one of them would read as a number, a date, a boolean or null are quoted. Integers are
 * exact.
 */
export function manifestYaml(value: JsonValue): string {
  return isBlock(value) ? `${blockLines(value).join("\n")}\n` : `${flowText(value)}\n`;
}

function isBlock(value: JsonValue): value is JsonObject | readonly JsonValue[] {
  return (isObject(value) || isArray(value)) && Object.keys(value).length > 0;
}

function blockLines(value: JsonObject | readonly JsonValue[]): readonly string[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => memberLines(scalarText(key), member));
  }
  return value.flatMap((item) => {
    const [first, ...rest] = isBlock(item) ? blockLines(item) : scalarLines(item);
    return [`- ${assertDefined(first, "a block has a line")}`, ...indentedYaml(rest)];
  });
}

function memberLines(key: string, value: JsonValue): readonly string[] {
  if (isBlock(value)) {
    const lines = blockLines(value);
    return [`${key}:`, ...(isArray(value) ? lines : indentedYaml(lines))];
  }
  const [first, ...rest] = scalarLines(value);
  return [`${key}: ${first}`, ...indentedYaml(rest)];
}

function indentedYaml(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** The lines of a scalar, empty map or empty list: one line, or the header and lines of a literal block (`|`). */
function scalarLines(value: JsonValue): NonEmpty<string> {
  if (typeof value !== "string" || !isLiteral(value)) return [flowText(value)];
  const chomped = value.replace(/\n$/, "");
  if (chomped === value) return ["|-", ...splitText(value, "\n")];
  return [chomped.endsWith("\n") ? "|+" : "|", ...splitText(chomped, "\n")];
}

/** True for a string of several lines that a literal block (`|`) can represent unchanged. */
function isLiteral(text: string): boolean {
  return (
    /\n[^\n]/.test(text) &&
    /^[^\s]/.test(text) &&
    !/[ \t](?:\n|$)/.test(text) &&
    !unprintable.test(text.replaceAll("\n", ""))
  );
}

function flowText(value: JsonValue): string {
  return typeof value === "string" ? scalarText(value) : stringify(value);
}

function scalarText(text: string): string {
  if (needsNoQuotes(text)) return text;
  const isEasier = /["\\]/.test(text) && !unprintable.test(text);
  return isEasier ? `'${text.replaceAll("'", "''")}'` : doubleQuoted(text);
}

/** True if parsers of YAML 1.1 and 1.2 read the unquoted text as the same string. */
function needsNoQuotes(text: string): boolean {
  if (!/^[\p{L}\p{N}_/.$(<;+^=-]/u.test(text) || /^[-=](?![\p{L}\p{N}_/.=-])/u.test(text))
    return false;
  return (
    !/:(?:\s|$)|\s#|\s$|^---|^\.\.\./.test(text) &&
    !unprintable.test(text) &&
    !words.test(text) &&
    !numbers.test(text) &&
    !/^\d{4}-\d/.test(text)
  );
}

/** Texts that YAML 1.1 or 1.2 reads as null, a boolean, infinity, NaN, a merge key (`<<`) or a default value (`=`). */
const words = /^(?:~|null|y|n|yes|no|on|off|true|false|[-+]?\.inf|\.nan|<<|=)$/i;

/** Texts that YAML 1.1 or 1.2 reads as numbers: integers in any base and with `_`, floats, and base-60 numbers. */
const numbers =
  /^(?=.*[\d.])[-+]?(?:0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[\d_]*\.?[\d_]*(?:[eE][-+]?\d*)?|\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?)$/;

/** Control characters, the line breaks of YAML 1.1, and code points that are not characters. */
const unprintable = /[\p{Cc}\p{Cs}\u00a0\u2028\u2029\ufeff\ufffe\uffff]/u;

function doubleQuoted(text: string): string {
  return stringify(text).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
