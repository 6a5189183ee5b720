import { numberOf } from "../../../json/numbers.ts";
import { Float, type JsonValue } from "../../../json/value.ts";
import type { ConvertRule, ScalarType } from "../../language/rule.ts";
import type { SchemaNode, SchemaPair } from "../../language/schema-node.ts";
import { type One, type OneCodec, unreadable } from "../codec.ts";
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
 * the value is printed (`007`, `1e3`, `1.0`), and integers beyond 64 bits, cannot be read; nothing is rounded.
 */
export function convertCodec({
  types: [from, to],
}: {
  readonly types: NonNullable<ConvertRule["types"]>;
}): OneCodec {
  return {
    forward: converter(spellings[from], spellings[to]),
    backward: converter(spellings[to], spellings[from]),
    exactForward: true,
    exactBackward: true,
  };
}

function converter(from: Spelling, to: Spelling): One {
  return (value) => {
    const text = from.print(value);
    const read = text === undefined ? undefined : to.parse(text);
    return read !== undefined && to.print(read) === text ? read : unreadable;
  };
}

/** The types of two places, as their schemas say. */
export function scalarTypes({ from, to }: SchemaPair): NonNullable<ConvertRule["types"]> {
  return [scalarOf(from), scalarOf(to)];
}

function scalarOf(node: SchemaNode): ScalarType {
  const type = typeof node === "string" ? "" : node.type;
  return type === "integer" || type === "number" || type === "boolean" ? type : "string";
}
