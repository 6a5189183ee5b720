import { maxInt64, minInt64 } from "../../json/numbers.ts";
import type { SchemaNode } from "../language/schema-node.ts";

/** The integers from `least` to `most`, both included. */
interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** Takes an integer to the nearest one that a place allows. */
export type Clamp = (integer: bigint) => bigint;

/** Leaves every integer as it is. */
export const unclamped: Clamp = (integer) => integer;

/** The clamp of a rule whose integers are at a place. */
export function clampOf({ clamp }: { readonly clamp?: boolean }, node: SchemaNode): Clamp {
  return clamp === true ? clampTo(node) : unclamped;
}

/** To the bounds of a place; unchanged where the schema allows no integer at all. */
function clampTo(node: SchemaNode): Clamp {
  const { least, most } = integerBounds(node);
  if (least > most) return unclamped;
  return (integer) => (integer < least ? least : integer > most ? most : integer);
}

/**
 * The integers that a place allows by `minimum`, `maximum`, their exclusive forms and its format. The server holds an
 * integer in 64 bits.
 */
export function integerBounds(node: SchemaNode): Bounds {
  const { format, ...bounds } = typeof node === "string" ? {} : (node.validation ?? {});
  const isShort = format === "int32";
  const range = isShort
    ? { least: -(2n ** 31n), most: 2n ** 31n - 1n }
    : { least: minInt64, most: maxInt64 };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  return {
    least: larger(range.least, lowest(minimum, exclusiveMinimum)),
    most: -larger(-range.most, lowest(negated(maximum), exclusiveMaximum)),
  };
}

/** The lowest integer that a bound allows; undefined without a bound. */
function lowest(bound: number | undefined, isExclusive: boolean | undefined): bigint | undefined {
  if (bound === undefined || !Number.isFinite(bound)) return undefined;
  const whole = BigInt(Math.ceil(bound));
  return isExclusive === true && Number.isInteger(bound) ? whole + 1n : whole;
}

function larger(one: bigint, other: bigint | undefined): bigint {
  return other !== undefined && other > one ? other : one;
}

function negated(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
