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
  isLate,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";

/** A way to write values as text, such as JSON. `parse` must return an equal value for what `print` wrote. */
export interface TextFormat {
  /** The value that a text stands for; undefined if the text cannot be parsed. */
  parse(text: string): JsonValue | undefined;
  /** The text of a value; equal values have the same text. */
  print(value: JsonValue): string;
  /**
   * A lower bound for the number of characters that `print` would return, found without printing. Only for a format whose
   * text may be many times longer than the value's JSON.
   */
  leastLength?(value: JsonValue): number;
}

/** Levels of lists and maps in a text; an object holds it some levels down, and its own text is bounded. */
export const maxTextDepth = 100;

/**
 * A text as what it says, and back in the format's one spelling with keys sorted: a map's order carries nothing, so
 * texts of equal values are the same text. A text that is null as a whole is absent in the other version, where the server
 * would prune it; nulls in it that `schema`, that of the value, does not allow are left out. A text that nests deeper than
 * {@link maxTextDepth} cannot be parsed.
 *
 * Lossy: comments, order of keys, spelling, null as a whole.
 * Errors: a fault of the run where one side has many times the characters of the other ({@link maxFactor}) and then more
 * than may be multiplied.
 */
export function textCodec(format: TextFormat, schema?: Structural): ValueCodec {
  return {
    forward: (text, run) => {
      if (typeof text !== "string" || isLate(run, text.length)) return unparsable;
      const parsed = format.parse(text);
      if (parsed === undefined || isDeeperThan(parsed, maxTextDepth)) return unparsable;
      const value = dropNonNullableNulls(parsed, schema);
      if (value === null) return undefined;
      return mayGrow(text.length, stringify(value).length, run) ? value : unparsable;
    },
    backward: (value, run) => {
      if (isDeeperThan(value, maxTextDepth)) return unparsable;
      const plain = canonical(value);
      const { length } = stringify(plain);
      const least = format.leastLength?.(plain) ?? 0;
      if (beyond(length, least) > run.growth.left) return refused(run);
      if (isLate(run, length)) return unparsable;
      const text = format.print(plain);
      return mayGrow(length, text.length, run) ? text : unparsable;
    },
    exactForward: false,
    exactBackward: true,
  };
}

/** How many characters may be made of one: indentation that is not asked for by many levels. */
const maxFactor = 8;

/** Characters of `to` that have to be allowed. */
function beyond(from: number, to: number): number {
  return Math.max(0, to - maxFactor * from);
}

function mayGrow(from: number, to: number, run: ConversionRun): boolean {
  if (run.growth.take(beyond(from, to))) return true;
  refused(run);
  return false;
}

function refused(run: ConversionRun): Unparsable {
  const message = `grows to more than ${maxFactor} times its size, by more than the ${maxMultipliedBytes} characters that an object may grow: nest it less deep, make it smaller, or repeat less by aliases`;
  run.fault = { path: "", message };
  return unparsable;
}

/** The same for all values that are equal: keys sorted, each number in one form. */
function canonical(value: JsonValue): JsonValue {
  if (isArray(value)) return value.map(canonical);
  if (isObject(value)) {
    const map: MutableJsonObject = {};
    for (const [key, item] of Object.entries(value).sort(([a], [b]) => compareText(a, b))) {
      assign(map, key, canonical(item));
    }
    return map;
  }
  const integer = integerOf(value);
  if (integer !== undefined) return integerValue(integer) ?? value;
  return value instanceof Float ? value.value : value;
}
