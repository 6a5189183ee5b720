import { type NonEmpty, splitText } from "./text-parts.ts";
import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from "./value.ts";
import { stringify } from "./write.ts";

/**
 * A value as a YAML document in block style, with the layout of kubectl and a newline at the end. Parsers of YAML 1.1 and 1.2
 * read the same value: strings and keys that one of them would read as a number, a date, a boolean or null are quoted. Integers
 * are exact.
 */
export function blockYaml(value: JsonValue): string {
  if (!isBlock(value)) return `${flowText(value)}\n`;
  const lines: string[] = [];
  writeNode(lines, "", value, "");
  return `${lines.join("\n")}\n`;
}

function isBlock(value: JsonValue): value is JsonObject | JsonArray {
  return isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
}

/** Adds the lines of a value: the first one after `start`, the others after `indent`. */
function writeNode(lines: string[], start: string, value: JsonValue, indent: string): void {
  if (!isBlock(value)) writeScalar(lines, start, value, indent);
  else if (isArray(value)) writeItems(lines, start, value, indent);
  else writeMembers(lines, start, value, indent);
}

function writeItems(lines: string[], start: string, list: JsonArray, indent: string): void {
  let prefix = start;
  for (const item of list) {
    writeNode(lines, `${prefix}- `, item, `${indent}  `);
    prefix = indent;
  }
}

function writeMembers(lines: string[], start: string, map: JsonObject, indent: string): void {
  let prefix = start;
  for (const [key, member] of Object.entries(map)) {
    const name = scalarText(key);
    if (name.length > maxKeyLength) {
      lines.push(`${prefix}? ${name}`);
      writeNode(lines, `${indent}: `, member, `${indent}  `);
    } else if (isBlock(member)) {
      const inner = isArray(member) ? indent : `${indent}  `;
      lines.push(`${prefix}${name}:`);
      writeNode(lines, inner, member, inner);
    } else {
      writeScalar(lines, `${prefix}${name}: `, member, `${indent}  `);
    }
    prefix = indent;
  }
}

/** The most characters of a key that is on one line with its value: the limit of YAML. */
const maxKeyLength = 1024;

/** Adds the lines of a scalar, empty map or empty list: one line, or the header and lines of a literal block (`|`). */
function writeScalar(lines: string[], start: string, value: JsonValue, indent: string): void {
  if (typeof value !== "string" || !isLiteral(value)) {
    lines.push(start + flowText(value));
    return;
  }
  const [header, content] = literalOf(value);
  lines.push(start + header);
  for (const line of content) lines.push(line === "" ? "" : indent + line);
}

/** The header of a literal block and its lines. */
function literalOf(text: string): readonly [string, NonEmpty<string>] {
  const chomped = text.replace(/\n$/, "");
  if (chomped === text) return ["|-", splitText(text, "\n")];
  return [chomped.endsWith("\n") ? "|+" : "|", splitText(chomped, "\n")];
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
  return typeof value === "string" ? scalarText(value) : numberYaml(stringify(value));
}

/**
 * A number of JSON in a form that YAML 1.1 reads as a number, too: with a fraction and a sign of the exponent (`1.0e+9`). Other texts
 * are returned unchanged.
 */
function numberYaml(text: string): string {
  return text.replace(
    /^(-?\d+)(\.\d+)?[eE]([-+])?(\d+)$/,
    (_, whole: string, fraction = ".0", sign = "+", digits: string) =>
      `${whole}${fraction}e${sign}${digits}`,
  );
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
    !numbers.test(text.replaceAll("_", "")) &&
    !/^\d{4}-\d/.test(text)
  );
}

/** Texts that YAML 1.1 or 1.2 reads as null, a boolean, infinity, NaN, a merge key (`<<`) or a default value (`=`). */
const words = /^(?:~|null|y|n|yes|no|on|off|true|false|[-+]?\.inf|\.nan|<<|=)$/i;

/**
 * Texts that YAML 1.1 or 1.2 reads as numbers, without their `_`: integers in any base, floats, and base-60 numbers. Parsers in
 * Go also read `0b+1`.
 */
const numbers =
  /^[-+]?(?:0[xX][\da-fA-F]*|0[bBoO][-+]?\d*|(?:\d+(?:\.\d*)?|\.\d*)(?:[eE][-+]?\d*)?|[eE][-+]?\d+|\d+(?::\d+)+(?:\.\d*)?)$/;

/** Control characters, the line breaks of YAML 1.1, and code points that are not characters. */
const unprintable = /[\p{Cc}\p{Cs}\u00a0\u2028\u2029\ufeff\ufffe\uffff]/u;

function doubleQuoted(text: string): string {
  return stringify(text).replaceAll(
    /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
