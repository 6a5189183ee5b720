import { Float, type JsonValue } from "../../../json/value.ts";
import { InvalidLens } from "../../language/invalid-lens.ts";
import type { QuantityRule } from "../../language/rule.ts";
import { type Clamp, unclamped } from "../bounds.ts";
import { type ConvertValue, noteRounded, unparsable, type ValueCodec } from "../codec.ts";
import { integerOf, integerValue } from "../int64.ts";
import { printQuantity, quantityScales, readQuantity } from "./quantity-text.ts";

/**
 * Converts a quantity (`1.5Gi`, or a bare number) to an integer in units of the scale, and back to the text that the server
 * prints. Parts of a unit are rounded away from zero, as by Go's `ScaledValue`. A count beyond 64 bits cannot be parsed.
 *
 * Lossy: the spelling, whether it was a number, parts of a unit, and with `clamp` integers beyond the bounds. Errors: throws
 * {@link InvalidLens} for a scale that is not a suffix of a quantity.
 */
export function quantityCodec(
  { scale: suffix }: Pick<QuantityRule, "scale">,
  clamp: Clamp = unclamped,
): ValueCodec {
  const scale = quantityScales.get(suffix);
  if (scale === undefined) throw new InvalidLens(`${suffix} is not a suffix of a quantity`);
  const forward: ConvertValue = (value, run) => {
    const text = quantityText(value);
    const read = text === undefined ? undefined : readQuantity(text, scale);
    if (read === undefined) return unparsable;
    const count = clamp(read.count);
    const image = integerValue(count);
    if (image === undefined) return unparsable;
    if (!read.isExact || count !== read.count) noteRounded(run);
    return image;
  };
  const backward: ConvertValue = (value) => {
    const count = integerOf(value);
    return count === undefined ? unparsable : printQuantity(clamp(count), scale);
  };
  return { forward, backward, exactForward: false, exactBackward: clamp === unclamped };
}

/** The text of a quantity. A number is read as the quantity with the same digits, as the server does. */
function quantityText(value: JsonValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  return value instanceof Float ? String(value.value) : undefined;
}
