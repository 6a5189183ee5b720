import { maxInt64, minInt64 } from "../../json/numbers.ts";
import type { SchemaNode } from "../language/schema-node.ts";

/** A range of integers, both ends included. */
interface Bounds {
  readonly least: bigint;
  readonly most: bigint;
}

/** Returns the nearest integer that a schema allows. */
export type Clamp = (integer: bigint) => bigint;

/** The clamp that returns every integer unchanged. */
export const unclamped: Clamp = (integer) => integer;

/** The clamp of a rule, for the schema of its integers: without the option `clamp` integers stay unchanged. */
export function clampOf({ clamp }: { readonly clamp?: boolean }, node: SchemaNode): Clamp {
  return clamp === true ? clampTo(node) : unclamped;
}

/** The clamp to the bounds of a schema. Integers stay unchanged if the schema allows none at all. */
function clampTo(node: SchemaNode): Clamp {
  const { least, most } = integerBounds(node);
  if (least > most) return unclamped;
  return (integer) => (integer < least ? least : integer > most ? most : integer);
}

/**
 * The range of integers that a schema allows by `minimum`, `maximum`, their exclusive forms and `format`. At most the 64-bit
 * integers, which is what the server can hold.
 */
export function integerBounds(node: SchemaNode): Bounds {
  const { format, ...bounds } = typeof node === "string" ? {} : (node.validation ?? {});
  const isShort = format === "int32";
  const range = isShort
    ? { least: -(2n ** 31n), most: 2n ** 31n - 1n }
    : { least: minInt64, most: maxInt64 };
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = bounds;
  return {
    least: largerOf(range.least, lowestInteger(minimum, exclusiveMinimum)),
    most: -largerOf(-range.most, lowestInteger(negatedBound(maximum), exclusiveMaximum)),
  };
}

/** The lowest integer that a minimum allows; undefined without one. */
function lowestInteger(
  bound: number | undefined,
  isExclusive: boolean | undefined,
): bigint | undefined {
  if (bound === undefined || !Number.isFinite(bound)) return undefined;
  const whole = BigInt(Math.ceil(bound));
  return isExclusive === true && Number.isInteger(bound) ? whole + 1n : whole;
}

function largerOf(one: bigint, other: bigint | undefined): bigint {
  return other !== undefined && other > one ? other : one;
}

function negatedBound(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}
