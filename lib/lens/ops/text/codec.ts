import { maxMultipliedBytes } from "../../../converter/growth.ts";
import { compareText } from "../../../go/text-order.ts";
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
import { dropNonNullableNulls } from "../../../schema/pruning/nulls.ts";
import type { Structural } from "../../../schema/structural/structural.ts";
import {
  type ConversionRun,
  exceedsDeadline,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";

/** A format that writes values as text, such as JSON. `parse` must return an equal value for a text that `print` returned. */
export interface TextFormat {
  /** The value in a text; undefined if the text cannot be parsed. */
  parse(text: string): JsonValue | undefined;
  /** The text of a value. Equal values must have the same text. */
  print(value: JsonValue): string;
  /**
   * A lower bound for the number of characters that `print` would return, found without printing. Needed only for a format whose
   * text can be many times longer than the value's JSON.
   */
  leastLength?(value: JsonValue): number;
}

/**
 * How many levels of lists and maps a text may have. The value is part of an object, whose levels are limited too. The number
 * is a choice: texts that people write are far less deep, and functions that recurse need little of the stack.
 */
export const maxTextDepth = 100;

/**
 * Parses a text, and prints the value back with sorted keys, so that equal values have the same text. A text that holds only null
 * becomes absent, since the server would prune it. Null values inside it are left out if `schema`, the schema of the value,
 * doesn't allow them. A text with more than {@link maxTextDepth} levels cannot be parsed.
 *
 * Lossy: comments, order of keys, spelling, a text of null. Errors: a fault of the run if the result has more than {@link
 * maxFactor} times the characters of the source, and more than an object may grow by.
 */
export function textCodec(format: TextFormat, schema?: Structural): ValueCodec {
  return {
    forward: (text, run) => {
      if (typeof text !== "string" || exceedsDeadline(run, text.length)) return unparsable;
      const parsed = format.parse(text);
      if (parsed === undefined || isDeeperThan(parsed, maxTextDepth)) return unparsable;
      const value = dropNonNullableNulls(parsed, schema);
      if (value === null) return undefined;
      return mayGrow(text.length, stringify(value).length, run) ? value : unparsable;
    },
    backward: (value, run) => {
      if (isDeeperThan(value, maxTextDepth)) return unparsable;
      const plain = canonicalValue(value);
      const { length } = stringify(plain);
      const least = format.leastLength?.(plain) ?? 0;
      if (growthOf(length, least) > run.growth.left) return refusedGrowth(run);
      if (exceedsDeadline(run, length)) return unparsable;
      const text = format.print(plain);
      return mayGrow(length, text.length, run) ? text : unparsable;
    },
    exactForward: false,
    exactBackward: true,
  };
}

/**
 * Up to this many times the characters of its source, a result does not count as growth. More is caused only by indentation of
 * many levels, or by aliases.
 */
const maxFactor = 8;

/** How many of the `to` characters count as growth. */
function growthOf(from: number, to: number): number {
  return Math.max(0, to - maxFactor * from);
}

function mayGrow(from: number, to: number, run: ConversionRun): boolean {
  if (run.growth.take(growthOf(from, to))) return true;
  refusedGrowth(run);
  return false;
}

function refusedGrowth(run: ConversionRun): Unparsable {
  const message = `would grow to more than ${maxFactor} times its size, and by more than the ${maxMultipliedBytes} characters that are allowed for an object. Use fewer levels or aliases, or make it smaller`;
  run.fault = { code: "ObjectTooLarge", path: "", message };
  return unparsable;
}

/** The same value with sorted keys and each number in one form, so that equal values print the same. */
function canonicalValue(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(canonicalValue);
  if (isObject(value)) {
    const map: MutableJsonObject = {};
    for (const [key, item] of Object.entries(value).sort(([a], [b]) => compareText(a, b))) {
      assign(map, key, canonicalValue(item));
    }
    return map;
  }
  const integer = integerOf(value);
  if (integer !== undefined) return integerValue(integer) ?? value;
  return value instanceof Float ? value.value : value;
}
