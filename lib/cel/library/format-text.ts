import { quote } from "../../go/print.ts";
import { compareText } from "../../go/text-order.ts";
import { isInt } from "../value/int.ts";
import { typeNameOf } from "../value/type-name.ts";
import {
  CelError,
  CelList,
  CelMap,
  type CelValue,
  Double,
  Duration,
  Timestamp,
  TypeValue,
  Uint,
} from "../value/value.ts";
import { toText } from "./conversion.ts";
import { fixedDecimal, scientificDecimal } from "./decimal.ts";
import { type Clause, clauseFault, formatParts } from "./format-clauses.ts";

/** The function `text.format(args)`. Source: https://github.com/google/cel-go/blob/b02364524316/ext/formatting.go. */
export function formatText(format: string, args: CelList): string | CelError {
  let text = "";
  let index = 0;
  for (const part of formatParts(format)) {
    if (typeof part === "string") {
      text += part;
      continue;
    }
    if (index >= args.size()) return new CelError(`index ${index} out of range`);
    if ("fault" in part) return new CelError(part.fault);
    const shown = formatClause(part, args.get(index));
    if (shown instanceof CelError) return shown;
    text += shown;
    index++;
  }
  return text;
}

function formatClause({ verb, precision }: Clause, value: CelValue): string | CelError {
  const shown = byVerb(verb, precision, value);
  return shown ?? new CelError(clauseFault(verb, typeNameOf(value)));
}

/** Formats a value by the verb of a clause; undefined if the verb does not accept the value. */
function byVerb(
  verb: string,
  precision: number | undefined,
  value: CelValue,
): string | CelError | undefined {
  switch (verb) {
    case "s":
      return plainText(value);
    case "d":
      return inBase(value, 10);
    case "f":
    case "e": {
      const float = floatOf(value);
      if (float === undefined) return undefined;
      return verb === "f"
        ? fixedDecimal(float, precision ?? 6, "groups")
        : scientificDecimal(float).padStart(precision ?? 6, " ");
    }
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : inBase(value, 2);
    case "o":
      return inBase(value, 8);
    default:
      return verb === "X" ? inHex(value)?.toUpperCase() : inHex(value);
  }
}

function inBase(value: CelValue, base: number): string | undefined {
  if (isInt(value)) return value.toString(base);
  return value instanceof Uint ? value.value.toString(base) : undefined;
}

function inHex(value: CelValue): string | undefined {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) return inBase(value, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function floatOf(value: CelValue): number | undefined {
  if (value instanceof Double) return value.value;
  if (value === "NaN") return Number.NaN;
  if (value === "Infinity") return Number.POSITIVE_INFINITY;
  return value === "-Infinity" ? Number.NEGATIVE_INFINITY : undefined;
}

function plainText(value: CelValue): string | CelError | undefined {
  if (value instanceof CelList) return listText(value);
  if (value instanceof CelMap) return mapText(value);
  if (!isScalarValue(value)) return undefined;
  const text = toText(value);
  return text instanceof CelError
    ? formattingError(`could not convert argument ${quote(text.message)} to string`)
    : text;
}

function isScalarValue(value: CelValue): boolean {
  return (
    value === null ||
    typeof value !== "object" ||
    value instanceof Uint8Array ||
    value instanceof Uint ||
    value instanceof Double ||
    value instanceof Duration ||
    value instanceof Timestamp ||
    value instanceof TypeValue
  );
}

function listText(list: CelList): string | CelError {
  const items: string[] = [];
  for (const item of list) {
    const shown = memberText(item);
    if (shown instanceof CelError) return shown;
    items.push(shown);
  }
  return `[${items.join(", ")}]`;
}

function mapText(map: CelMap): string | CelError {
  const entries: (readonly [string, string])[] = [];
  for (const key of map.keys()) {
    const isKey =
      typeof key === "string" || typeof key === "boolean" || isInt(key) || key instanceof Uint;
    if (!isKey) {
      return formattingError(`no formatting function for map key of type ${typeNameOf(key)}`);
    }
    const [keyText, valueText] = [memberText(key), memberText(map.find(key) ?? null)];
    if (keyText instanceof CelError) return keyText;
    if (valueText instanceof CelError) return valueText;
    entries.push([keyText, valueText]);
  }
  entries.sort(([a], [b]) => compareText(a, b));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

function formattingError(reason: string): CelError {
  return new CelError(`error during formatting: ${reason}`);
}

/** A value within a list or map, in CEL syntax. */
function memberText(value: CelValue): string | CelError {
  if (typeof value === "string") return quote(value);
  if (value instanceof Uint8Array) {
    const text = toText(value);
    return text instanceof CelError ? text : `b${quote(text)}`;
  }
  if (value instanceof Double) return doubleText(value.value);
  const name = value instanceof Duration ? "duration" : "timestamp";
  if (value instanceof Duration || value instanceof Timestamp) {
    return `${name}(${quote(String(toText(value)))})`;
  }
  return plainText(value) ?? formattingError(`no formatting function for ${typeNameOf(value)}`);
}

function doubleText(value: number): string {
  if (Number.isNaN(value)) return '"NaN"';
  if (!Number.isFinite(value)) return value > 0 ? '"+Inf"' : '"-Inf"';
  return (Object.is(value, -0) ? "-" : "") + fixedDecimal(value, 6, "plain");
}
