import type { Side } from "../../../converter/side.ts";
import { numberOf } from "../../../json/numbers.ts";
import { Float, type JsonValue } from "../../../json/value.ts";
import type { ConvertRule, ScalarType } from "../../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../../language/schema-node.ts";
import { type Clamp, clampOf, unclamped } from "../bounds.ts";
import { type ConvertValue, noteRounded, unparsable, type ValueCodec } from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";

/** A type of scalars by the one text that each of its values has. */
interface Spelling {
  /** The value of a text, whether or not the text is the one it has. */
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

/** No number is printed longer: `-0.0000012345678901234567`. */
const longestNumber = 25;
/** An integer as it is printed; longer ones are not parsed, so that the work is bounded. */
const integerText = /^(0|-?[1-9]\d{0,39})$/;
const jsonNumber = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;

/** An integer of 64 bits as its digits, any other number as the shortest text that reads as its float64. */
function numberText(value: JsonValue): string | undefined {
  const integer = integerOf(value);
  if (integer !== undefined) return String(integer);
  const float = value instanceof Float ? value.value : value;
  return typeof float === "number" ? String(float) : undefined;
}

/**
 * A scalar as one of another type, by the text that both have: `"80"` and 80, `"true"` and true. Texts that are not how
 * the value is printed (`007`, `1e3`, `1.0`), and integers beyond 64 bits, cannot be parsed; only clamps change a number.
 */
export function convertCodec({
  types: [from, to],
  clamps = { from: unclamped, to: unclamped },
}: {
  readonly types: NonNullable<ConvertRule["types"]>;
  /** The bounds of integers, by side; the other types have none. */
  readonly clamps?: Readonly<Record<Side, Clamp>>;
}): ValueCodec {
  const isExact = clamps.from === unclamped && clamps.to === unclamped;
  // Its own bounds first: else a value beyond them would not come back to the same image.
  const clampToBoth: Clamp = (integer) => clamps.to(clamps.from(integer));
  const back: Clamp = (integer) => clamps.from(clamps.to(integer));
  return {
    forward: isExact ? converter(spellings[from], spellings[to]) : clamped(from, to, clampToBoth),
    backward: isExact ? converter(spellings[to], spellings[from]) : clamped(to, from, back),
    exactForward: isExact,
    exactBackward: isExact,
  };
}

function converter(from: Spelling, to: Spelling): ConvertValue {
  return (value) => {
    const text = from.print(value);
    const read = text === undefined ? undefined : to.parse(text);
    return read !== undefined && to.print(read) === text ? read : unparsable;
  };
}

/** Converts a text that is an integer, of however many digits, to within the bounds; any other value as without them. */
function clamped(from: ScalarType, to: ScalarType, clamp: Clamp): ConvertValue {
  const plain = converter(spellings[from], spellings[to]);
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

/** The clamps of a rule between two places. */
export function clampsOf(
  data: ConvertRule,
  { from, to }: SchemaPair,
  types: NonNullable<ConvertRule["types"]>,
): Readonly<Record<Side, Clamp>> {
  const of = (node: SchemaNode, type: ScalarType): Clamp =>
    type === "integer" ? clampOf(data, node) : unclamped;
  return { from: of(from, types[0]), to: of(to, types[1]) };
}

/** The types of two places, as their schemas say. */
export function scalarTypes({ from, to }: SchemaPair): NonNullable<ConvertRule["types"]> {
  return [scalarOf(from), scalarOf(to)];
}

function scalarOf(node: SchemaNode): ScalarType {
  const type = typeof node === "string" ? "" : node.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
