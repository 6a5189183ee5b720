import { equal } from "../../json/equal.ts";
import { maxInt64, minInt64 } from "../../json/numbers.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Structural, ValueValidation } from "../../schema/structural/structural.ts";
import { DrawState, seededSource } from "./draw.ts";
import { durations, formatDraw } from "./format-text.ts";
import { quantities, typicalTexts } from "./name-hints.ts";
import { patternDraw } from "./pattern-text.ts";
import { satisfiesSchema } from "./validity.ts";

/** Draws a scalar; undefined if no valid one was found. */
type ScalarDraw = (draw: DrawState) => JsonValue | undefined;

/** Strings that conversions often get wrong: empty, numbers, keywords of YAML, durations, quantities. */
const words: readonly string[] = [
  ...["", "a", "b", "c", "name-1", "Some words", "true", "null", "~", "=", "a: b", "a/b", "a.b:80"],
  ...["007", "-1", "9007199254740993", "50%", "1.5"],
  ...quantities,
  ...["https://a.example/x", "é😀", "line\nline", " x ", "[]", "{}"],
  ...durations,
];

const integers: readonly (number | bigint)[] = [
  ...[0, 1, 2, -1, 7, 10, 60, 80, 300, 443, 3600, 65535, -(2 ** 31), 2 ** 31 - 1, 2 ** 53 - 1],
  ...[2n ** 53n + 1n, maxInt64, minInt64],
];

const fractions: readonly number[] = [0.5, 1.5, -0.25, 0.1, 1e21, 1e-7];

/**
 * The most attempts to draw a valid value before a value of the fixed list is used. The number is a choice: drawing follows
 * most constraints, so values that fail several times mostly fail always.
 */
const maxTries = 5;

/**
 * Returns a function that draws valid values of a scalar node. About one in three is from a fixed list (known strings and
 * numbers, bounds, the default). The others are drawn by the node's pattern, format and bounds.
 */
export function scalarDraw(schema: Structural): ScalarDraw {
  const fresh = freshDraw(schema);
  const isGood = (value: JsonValue | undefined): value is JsonValue =>
    value !== undefined && satisfiesSchema(schema, value);
  const notable = notableOf(schema).filter(isGood);
  const known = notable.length > 0 ? notable : sampledValues(fresh).filter(isGood);
  return (draw) => {
    for (let tries = draw.chance(0.33) ? maxTries : 0; tries < maxTries; tries++) {
      const value = fresh(draw);
      if (isGood(value)) return value;
    }
    return draw.pick(known);
  };
}

/** True for a value of the schema's enum, or one of the fixed list for the schema's type, default and bounds. */
export function isNotable(value: JsonValue, schema: Structural): boolean {
  const listed = [...(schema.validation?.enum ?? []), ...notableOf(schema)];
  return listed.some((each) => equal(each, value));
}

function sampledValues(fresh: ScalarDraw): readonly (JsonValue | undefined)[] {
  const draw = new DrawState(seededSource(1));
  return Array.from({ length: 200 }, () => fresh(draw));
}

function notableOf(schema: Structural): readonly JsonValue[] {
  const { validation = {} } = schema;
  const own = schema.default === undefined ? [] : [schema.default];
  const bounds = numberBounds(validation);
  const texts = [...words, ...lengthBounds(validation)];
  switch (schema.type) {
    case "boolean":
      return [...own, false, true];
    case "integer":
      return [...own, ...bounds, ...integers];
    case "number":
      return [...own, ...bounds, ...integers, ...fractions];
    case "string":
      return [...own, ...texts];
    default:
      return [...own, ...bounds, ...integers, ...texts];
  }
}

function numberBounds({ minimum, maximum, multipleOf }: ValueValidation): readonly number[] {
  const near = [minimum, maximum].flatMap((bound) =>
    bound === undefined ? [] : [bound, bound - 1, bound + 1],
  );
  const multiples = multipleOf === undefined ? [] : [multipleOf, 3 * multipleOf];
  return [...near, ...multiples].map((number) => (number === 0 ? 0 : number));
}

/**
 * The longest string that is drawn for minLength or maxLength. The number is a choice: it includes 253 and 256, the usual
 * bounds of names, and keeps objects small.
 */
const maxText = 300;

function lengthBounds({ minLength = 0, maxLength = 0 }: ValueValidation): readonly string[] {
  return [minLength, maxLength]
    .filter((length) => length > 0 && length <= maxText)
    .map((length) => "x".repeat(length));
}

function freshDraw(schema: Structural): ScalarDraw {
  switch (schema.type) {
    case "boolean":
      return (draw) => draw.chance(0.5);
    case "integer":
      return integerDraw(schema.validation);
    case "number":
      return numberDraw(schema.validation);
    case "string":
      return textDraw(schema.validation);
    default: {
      const [integer, text] = [integerDraw(schema.validation), textDraw(schema.validation)];
      return (draw) => {
        if (draw.chance(0.5)) return integer(draw);
        return draw.chance(0.5) ? draw.pick(quantities) : text(draw);
      };
    }
  }
}

/**
 * If a number has one bound or none, its range extends about this far, or further, from that bound, or from zero. The number is
 * a choice: ordinary counts and seconds are in it; some larger numbers are in the fixed list.
 */
const reach = 1000;

function integerDraw({ minimum, maximum, multipleOf = 1 }: ValueValidation = {}): ScalarDraw {
  const low = Math.ceil(minimum ?? Math.min(-reach / 10, (maximum ?? 0) - reach));
  const high = Math.floor(maximum ?? Math.max(reach, low + reach));
  const most = Math.min(high, low + 2 ** 31);
  const step = Number.isSafeInteger(multipleOf) && multipleOf > 0 ? multipleOf : 1;
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(most) || most < low) {
    return () => undefined;
  }
  return (draw) => {
    const value = Math.ceil(draw.int(low, most) / step) * step;
    return value === 0 ? 0 : value;
  };
}

function numberDraw(validation: ValueValidation = {}): ScalarDraw {
  const whole = integerDraw(validation);
  const { minimum = Math.min(-reach, (validation.maximum ?? 0) - reach) } = validation;
  const { maximum = minimum + 2 * reach, multipleOf } = validation;
  return (draw) => {
    if (draw.chance(0.3)) return whole(draw);
    const value = minimum + (maximum - minimum) * (draw.int(0, 4096) / 4096);
    if (multipleOf === undefined || multipleOf <= 0) return value === 0 ? 0 : value;
    return Math.round(value / multipleOf) * multipleOf;
  };
}

function textDraw({ pattern, format, minLength = 0, maxLength }: ValueValidation = {}): ScalarDraw {
  if (pattern !== undefined) {
    const matching = patternDraw(pattern);
    return (draw) =>
      matching(draw, draw.pick([1, 2, 4, Math.max(8, Math.min(minLength, maxText))]));
  }
  const formatted = format === undefined ? undefined : formatDraw(format);
  if (formatted !== undefined) return formatted;
  const most = Math.min(maxLength ?? minLength + 8, minLength + 8);
  return (draw) => {
    const hinted = draw.chance(0.6) ? draw.pick(typicalTexts(draw.name)) : undefined;
    if (hinted !== undefined) return hinted;
    const length = draw.int(minLength, Math.max(minLength, most));
    return Array.from({ length }, () => draw.pick(letters)).join("");
  };
}

const letters: readonly [string, ...string[]] = [
  "a",
  ..."abcdefghijklmnopqrstuvwxyzABCXYZ0123456789-_./: ",
];
