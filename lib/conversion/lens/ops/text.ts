import { isDeeperThan } from "../../../json/parse.ts";
import {
  assign,
  Float,
  isArray,
  isObject,
  type JsonValue,
  type MutableJsonObject,
} from "../../../json/value.ts";
import { stringify } from "../../../json/write.ts";
import { compareText } from "../../../schema/text-order.ts";
import { maxGrowthBytes } from "../../growth.ts";
import { type OneCodec, type Run, unreadable } from "../codec.ts";
import { integerOf, integerValue } from "./int64.ts";

/** A way to write values as text. What it prints it must read as an equal value. */
export interface TextFormat {
  /** Undefined for a text that it cannot read. */
  parse(text: string): JsonValue | undefined;
  /** The one spelling of a value. */
  print(value: JsonValue): string;
}

/** Levels of lists and maps in a text; an object holds it some levels down, and its own text is bounded. */
export const maxTextDepth = 100;

/**
 * A text as what it says, and back in the format's one spelling with keys sorted: a map's order carries nothing, so
 * texts of equal values are the same text. What cannot be parsed, and what nests deeper than {@link maxTextDepth},
 * cannot be read.
 *
 * Lossy: comments, order of keys, spelling.
 * Errors: a fault of the run where the answer would grow too much.
 */
export function textCodec(format: TextFormat): OneCodec {
  return {
    forward: (text, run) => {
      const value = typeof text === "string" ? format.parse(text) : undefined;
      if (typeof text !== "string" || value === undefined) return unreadable;
      if (isDeeperThan(value, maxTextDepth)) return unreadable;
      return mayGrow(run, text.length, stringify(value).length) ? value : unreadable;
    },
    backward: (value, run) => {
      if (isDeeperThan(value, maxTextDepth)) return unreadable;
      const plain = canonical(value);
      const text = format.print(plain);
      return mayGrow(run, stringify(plain).length, text.length) ? text : unreadable;
    },
    exactForward: false,
    exactBackward: true,
  };
}

function mayGrow(run: Run, from: number, to: number): boolean {
  if (run.growth.take(to - from)) return true;
  const message = `asks for an answer that grows more than ${maxGrowthBytes} bytes beyond its request`;
  run.fault = { path: "", message };
  return false;
}

/** The same for all values that are equal: keys sorted, each number in one form. */
function canonical(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(canonical);
  if (isObject(value)) {
    const map: MutableJsonObject = {};
    for (const key of Object.keys(value).sort(compareText)) {
      assign(map, key, canonical(value[key] ?? null));
    }
    return map;
  }
  const integer = integerOf(value);
  if (integer !== undefined) return integerValue(integer) ?? value;
  return value instanceof Float ? value.value : value;
}
