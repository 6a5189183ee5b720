import type { Side } from "../../../converter/side.ts";
import { numberOf } from "../../../json/numbers.ts";
import { Float, type JsonValue } from "../../../json/value.ts";
import type { ConvertRule, ScalarType } from "../../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../../language/schema-node.ts";
import { type Clamp, clampOf, unclamped } from "../bounds.ts";
import { type ConvertValue, noteRounded, unparsable, type ValueCodec } from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";

/** How the values of a scalar type are written as text. Each value has exactly one text. */
interface Spelling {
  /** The value of a text, even if the text is not the one that `print` returns for the value. */
  readonly parse: (text: string) => JsonValue | undefined;
  readonly print: (value: JsonValue) => string | undefined;
}

const spellings: Readonly<Record<ScalarType, Spelling>> = {
  string: {
    parse: (text) => text,
    print: (value) => (typeof value === "string" ? value : undefined),
  },
  boolean: {
    parse: (text) => (text === "true" ? true : text === "false" ? false : undefined),
    print: (value) => (typeof value === "boolean" ? String(value) : undefined),
  },
  integer: {
    parse: (text) => (/^-?\d{1,19}$/.test(text) ? integerValue(BigInt(text)) : undefined),
    print: (value) => integerOf(value)?.toString(),
  },
  number: {
    parse: (text) =>
      text.length <= longestNumber && jsonNumber.test(text) ? numberOf(text, false) : undefined,
    print: numberText,
  },
};

/** The longest text of a number is `-0.0000012345678901234567`. */
const longestNumber = 25;
/** An integer as `print` writes it. The number of digits is limited to bound the work. */
const integerText = /^(0|-?[1-9]\d{0,39})$/;
const jsonNumber = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;

/** The digits of a 64-bit integer, or the shortest text that parses to the same float64. */
function numberText(value: JsonValue): string | undefined {
  const integer = integerOf(value);
  if (integer !== undefined) return String(integer);
  const float = value instanceof Float ? value.value : value;
  return typeof float === "number" ? String(float) : undefined;
}

/**
 * Converts between scalar types through their text: `"80"` and 80, `"true"` and true. Text that is not how the value is printed
 * (`007`, `1e3`, `1.0`) and integers beyond 64 bits cannot be parsed. Numbers change only with `clamp`.
 */
export function convertCodec({
  types: [from, to],
  clamps = { from: unclamped, to: unclamped },
}: {
  readonly types: NonNullable<ConvertRule["types"]>;
  /** The clamps of integers, by side; other types have none. */
  readonly clamps?: Readonly<Record<Side, Clamp>>;
}): ValueCodec {
  const isExact = clamps.from === unclamped && clamps.to === unclamped;
  // Clamped to the source's bounds first: otherwise a value beyond them would not convert back to the same image.
  const clampToBoth: Clamp = (integer) => clamps.to(clamps.from(integer));
  const clampBack: Clamp = (integer) => clamps.from(clamps.to(integer));
  return {
    forward: isExact
      ? respelling(spellings[from], spellings[to])
      : clampedConversion(from, to, clampToBoth),
    backward: isExact
      ? respelling(spellings[to], spellings[from])
      : clampedConversion(to, from, clampBack),
    exactForward: isExact,
    exactBackward: isExact,
  };
}

function respelling(from: Spelling, to: Spelling): ConvertValue {
  return (value) => {
    const text = from.print(value);
    const read = text === undefined ? undefined : to.parse(text);
    return read !== undefined && to.print(read) === text ? read : unparsable;
  };
}

/**
 * Converts an integer, also one written as text, to the nearest one within the bounds. Other values are converted without
 * clamping.
 */
function clampedConversion(from: ScalarType, to: ScalarType, clamp: Clamp): ConvertValue {
  const plain = respelling(spellings[from], spellings[to]);
  return (value, run) => {
    const text = spellings[from].print(value);
    if (text === undefined || !integerText.test(text)) return plain(value, run);
    const integer = BigInt(text);
    const within = clamp(integer);
    if (within === integer) return plain(value, run);
    const image = spellings[to].parse(String(within));
    if (image === undefined) return unparsable;
    noteRounded(run);
    return image;
  };
}

/** The clamps of a rule for the schemas of its two paths. */
export function clampsOf(
  data: ConvertRule,
  { from, to }: SchemaPair,
  types: NonNullable<ConvertRule["types"]>,
): Readonly<Record<Side, Clamp>> {
  const clampFor = (node: SchemaNode, type: ScalarType): Clamp =>
    type === "integer" ? clampOf(data, node) : unclamped;
  return { from: clampFor(from, types[0]), to: clampFor(to, types[1]) };
}

/** The scalar types that two schemas declare; string if a schema declares none. */
export function scalarTypes({ from, to }: SchemaPair): NonNullable<ConvertRule["types"]> {
  return [scalarOf(from), scalarOf(to)];
}

function scalarOf(node: SchemaNode): ScalarType {
  const type = typeof node === "string" ? "" : node.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
