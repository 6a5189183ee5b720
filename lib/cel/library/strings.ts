import { trimSpace } from "../../go/trim-space.ts";
import { isInt } from "../value/int.ts";
import { ValueList } from "../value/list.ts";
import { showKey } from "../value/map.ts";
import { CelError, CelList, type CelValue, noSuchOverload } from "../value/value.ts";
import type { Implementation, Library } from "./declaration.ts";
import { formatText } from "./format-text.ts";

function outOfRange(index: number | bigint): CelError {
  return new CelError(`index out of range: ${index}`);
}

/** Makes a function whose first argument is a string. For other values it returns "no such overload". */
function ofText(run: (text: string, ...rest: readonly CelValue[]) => CelValue): Implementation {
  return (text, ...rest) => (typeof text === "string" ? run(text, ...rest) : noSuchOverload);
}

function charAt(text: string, at: CelValue = null): CelValue {
  if (!isInt(at)) return noSuchOverload;
  const chars = Array.from(text);
  if (at < 0 || at > chars.length) return outOfRange(at);
  const [char = ""] = chars.slice(Number(at));
  return char;
}

function indexOf(text: string, part: CelValue = null, from: CelValue = 0): CelValue {
  if (typeof part !== "string" || !isInt(from)) return noSuchOverload;
  if (part === "") return from;
  if (from < 0) return outOfRange(from);
  const [chars, wanted] = [Array.from(text), Array.from(part)];
  for (let at = Number(from); at <= chars.length - wanted.length; at++) {
    if (wanted.every((char, index) => chars[at + index] === char)) return at;
  }
  return -1;
}

function lastIndexOf(text: string, part: CelValue = null, from?: CelValue): CelValue {
  if (typeof part !== "string") return noSuchOverload;
  const [chars, wanted] = [Array.from(text), Array.from(part)];
  if (part === "") return from ?? chars.length;
  if (from === undefined && chars.length < wanted.length) return -1;
  const start = from ?? chars.length - 1;
  if (!isInt(start)) return noSuchOverload;
  if (start < 0) return outOfRange(start);
  if (start >= chars.length) return -1;
  for (let at = Math.min(Number(start), chars.length - wanted.length); at >= 0; at--) {
    if (wanted.every((char, index) => chars[at + index] === char)) return at;
  }
  return -1;
}

function substring(text: string, start: CelValue = null, end?: CelValue): CelValue {
  const chars = Array.from(text);
  const stop = end ?? chars.length;
  if (!isInt(start) || !isInt(stop)) return noSuchOverload;
  if (end !== undefined && start > stop) {
    return new CelError(`invalid substring range. start: ${start}, end: ${stop}`);
  }
  if (start < 0 || start > chars.length) return outOfRange(start);
  if (stop < 0 || stop > chars.length) return outOfRange(stop);
  return chars.slice(Number(start), Number(stop)).join("");
}

/** Converts ASCII letters to lower case. Other characters stay. */
function toLower(text: string): string {
  return text.replace(/[A-Z]/g, (char) => char.toLowerCase());
}

function toUpper(text: string): string {
  return text.replace(/[a-z]/g, (char) => char.toUpperCase());
}

/**
 * Replaces the first `count` occurrences of a part, or all if `count` is negative. An empty part matches before each
 * character and at the end.
 */
function replace(
  text: string,
  part: CelValue = null,
  by: CelValue = null,
  count: CelValue = -1,
): CelValue {
  if (typeof part !== "string" || typeof by !== "string" || !isInt(count)) return noSuchOverload;
  if (count < 0)
    return part === "" ? interleavedText(text, by, Infinity) : text.split(part).join(by);
  if (part === "") return interleavedText(text, by, Number(count));
  const pieces = splitN(text, part, Number(count) + 1);
  return pieces.join(by);
}

function interleavedText(text: string, by: string, count: number): string {
  const chars = Array.from(text);
  const pieces = chars.map((char, index) => (index < count ? by + char : char));
  return pieces.join("") + (count > chars.length ? by : "");
}

/** Splits a text into at most `count` pieces, the last of which is the rest of the text; into all if `count` is negative. */
function splitN(text: string, separator: string, count: number): readonly string[] {
  if (count === 0) return [];
  const pieces = separator === "" ? Array.from(text) : text.split(separator);
  if (count < 0 || pieces.length <= count) return pieces;
  const first = pieces.slice(0, count - 1);
  return [...first, pieces.slice(count - 1).join(separator)];
}

function split(text: string, separator: CelValue = null, count: CelValue = -1): CelValue {
  if (typeof separator !== "string" || !isInt(count)) return noSuchOverload;
  return new ValueList(splitN(text, separator, Number(count)));
}

function join(list: CelValue = null, separator: CelValue = ""): CelValue {
  if (!(list instanceof CelList) || typeof separator !== "string") return noSuchOverload;
  const pieces: string[] = [];
  for (const item of list) {
    if (typeof item !== "string") {
      const shown = item instanceof CelError ? item.message : showKey(item);
      return new CelError(`join: invalid input: ${shown}`);
    }
    pieces.push(item);
  }
  return pieces.join(separator);
}

const escapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

function quote(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, (char) => escapes[char] ?? char)}"`;
}

/** cel-go's functions for strings. Source: https://github.com/google/cel-go/blob/b02364524316/ext/strings.go, version 2. */
export const stringLibrary: Library = {
  declarations: `
charAt - string.(int) string
indexOf string_index_of_string string.(string) int
indexOf string_index_of_string_int string.(string,int) int
lastIndexOf string_last_index_of_string string.(string) int
lastIndexOf string_last_index_of_string_int string.(string,int) int
lowerAscii - string.() string
replace string_replace_string_string string.(string,string) string
replace string_replace_string_string_int string.(string,string,int) string
split string_split_string string.(string) list(string)
split string_split_string_int string.(string,int) list(string)
substring string_substring_int string.(int) string
substring string_substring_int_int string.(int,int) string
trim - string.() string
upperAscii - string.() string
format string_format string.(list(dyn)) string
strings.quote strings_quote (string) string
join list_join list(string).() string
join list_join_string list(string).(string) string`,
  implementations: {
    string_index_of_string: ofText(indexOf),
    string_index_of_string_int: ofText(indexOf),
    string_last_index_of_string: ofText(lastIndexOf),
    string_last_index_of_string_int: ofText(lastIndexOf),
    string_replace_string_string: ofText(replace),
    string_replace_string_string_int: ofText(replace),
    string_split_string: ofText(split),
    string_split_string_int: ofText(split),
    string_substring_int: ofText(substring),
    string_substring_int_int: ofText(substring),
    string_format: ofText((text, args) =>
      args instanceof CelList ? formatText(text, args) : noSuchOverload,
    ),
    strings_quote: ofText(quote),
    list_join: join,
    list_join_string: join,
  },
  byFunction: {
    charAt: ofText(charAt),
    lowerAscii: ofText(toLower),
    trim: ofText(trimSpace),
    upperAscii: ofText(toUpper),
  },
};
