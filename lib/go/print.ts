import { assertDefined } from "../json/invariant.ts";
import { Float, isArray, type JsonArray, type JsonObject, type JsonValue } from "../json/value.ts";
import { float64Of, isInt64, isNumber } from "./number.ts";
import { compareText } from "./text-order.ts";

/**
 * Prints a float64 as Go's `%v` does: `1e+06`, `1e-05`, `123456.5`, `0.0001`.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strconv/ftoa.go, formatDigits, verb g with the shortest
 * precision.
 */
export function printFloat(value: number): string {
  if (Object.is(value, -0)) return "-0";
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e6)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, "e$10$2");
}

/**
 * The most levels of lists and maps that {@link printValue} prints; deeper ones become `...`. Go has no limit. The number is a
 * choice: real values are far less deep, and each level takes up to three calls on the stack.
 */
const maxPrintedDepth = 1000;

/** Prints a value as Go's `%v` does: `[1 a]`, `map[a:1 b:<nil>]`. */
export function printValue(value: JsonValue, depth = 0): string {
  if (value === null) return "<nil>";
  if (isNumber(value)) return isInt64(value) ? String(value) : printFloat(float64Of(value));
  if (typeof value !== "object") return String(value);
  if (depth === maxPrintedDepth) return "...";
  if (isArray(value)) return `[${value.map((item) => printValue(item, depth + 1)).join(" ")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => compareText(a, b));
  return `map[${entries.map(([key, item]) => `${key}:${printValue(item, depth + 1)}`).join(" ")}]`;
}

/** Characters that Go prints without an escape: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const printable = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

const shortEscapes = new Map<string, string>([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

/**
 * Prints a string as Go's `%q` does.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/strconv/quote.go, Quote.
 */
export function quote(text: string): string {
  return `"${Array.from(text.toWellFormed(), quoteChar).join("")}"`;
}

function quoteChar(char: string): string {
  const short = shortEscapes.get(char);
  if (short !== undefined) return short;
  if (printable.test(char)) return char;
  const code = assertDefined(char.codePointAt(0), "a character has a code point");
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}

/** A list or map that is being printed. `rest` has the remaining entries, last one first; `first` is true until one is printed. */
interface PrintedContainer {
  readonly close: "]" | "}";
  readonly rest: (readonly [key: string | undefined, value: JsonValue])[];
  first: boolean;
}

/**
 * Writes a value as JSON as the API server does: keys sorted by their bytes, floats in ECMAScript's form except `-0`, escapes
 * for `<`, `>`, `&` and the line separators, U+FFFD for lone surrogates.
 * Source: https://github.com/golang/go/blob/go1.26.0/src/encoding/json/encode.go.
 */
export function marshal(root: JsonValue): string {
  const stack: PrintedContainer[] = [];
  let text = openingGoText(root, stack);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const entry = frame.rest.pop();
    if (entry === undefined) {
      text += frame.close;
      stack.pop();
      continue;
    }
    const [key, value] = entry;
    if (!frame.first) text += ",";
    frame.first = false;
    if (key !== undefined) text += `${marshalString(key)}:`;
    text += openingGoText(value, stack);
  }
  return text;
}

/** The text of a scalar. For a list or map, its opening bracket; the container is then pushed on the stack. */
function openingGoText(value: JsonValue, stack: PrintedContainer[]): string {
  if (isArray(value)) return openList(value, stack);
  if (typeof value === "string") return marshalString(value);
  if (typeof value === "number" || value instanceof Float) return marshalFloat(value);
  if (typeof value === "object" && value !== null) return openMap(value, stack);
  return String(value);
}

function openList(list: JsonArray, stack: PrintedContainer[]): string {
  const rest = list.toReversed().map((item) => [undefined, item] as const);
  stack.push({ close: "]", rest, first: true });
  return "[";
}

function openMap(map: JsonObject, stack: PrintedContainer[]): string {
  const rest = Object.entries(map).sort(([a], [b]) => compareText(b, a));
  stack.push({ close: "}", rest, first: true });
  return "{";
}

function marshalFloat(value: number | Float): string {
  const float = value instanceof Float ? value.value : value;
  return Object.is(float, -0) ? "-0" : String(float);
}

function marshalString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${hex(char.charCodeAt(0), 4)}`,
  );
}
