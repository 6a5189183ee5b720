import { Float, type JsonValue } from "../../../json/value.ts";
import type { QuantityRule } from "../../language/rule.ts";
import { noteRounded, type One, type OneCodec, unreadable } from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";
import { printQuantity, quantityScales, readQuantity } from "./quantity-text.ts";

/**
 * A quantity (`1.5Gi`, or a bare number) as an integer count of the scale, and back in the server's own spelling. What
 * is no whole count goes away from zero, as Go's `ScaledValue` does; a count beyond 64 bits cannot be read.
 *
 * Lossy: the spelling, whether it was a number, and what is no whole count.
 * Errors: throws a RangeError for a scale that is no suffix of a quantity.
 */
export function quantityCodec({ scale: suffix }: Pick<QuantityRule, "scale">): OneCodec {
  const scale = quantityScales.get(suffix);
  if (scale === undefined) throw new RangeError(`${suffix} is no suffix of a quantity`);
  const forward: One = (value, run) => {
    const text = textOf(value);
    const read = text === undefined ? undefined : readQuantity(text, scale);
    const image = read === undefined ? undefined : integerValue(read.count);
    if (read === undefined || image === undefined) return unreadable;
    if (!read.isExact) noteRounded(run);
    return image;
  };
  const backward: One = (value) => {
    const count = integerOf(value);
    return count === undefined ? unreadable : printQuantity(count, scale);
  };
  return { forward, backward, exactForward: false, exactBackward: true };
}

/** The server takes a number for the quantity that its text is. */
function textOf(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value instanceof Float ? String(value.value) : undefined;
}
