import { Growth } from "../../converter/growth.ts";
import { equal } from "../../json/equal.ts";
import type { JsonValue } from "../../json/value.ts";
import {
  type ConversionRun,
  type ConvertValue,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "./codec.ts";

/**
 * Makes a codec well-behaved: a value whose image would not be converted back and forth to the same image cannot be parsed. For all
 * other values f(g(f(x))) = f(x) holds in both directions, for any codec.
 */
export function wellBehavedCodec(codec: ValueCodec): ValueCodec {
  return {
    ...codec,
    forward: settledConversion(codec.forward, codec.backward),
    backward: settledConversion(codec.backward, codec.forward),
  };
}

function settledConversion(convert: ConvertValue, inverse: ConvertValue): ConvertValue {
  return (value, run) => {
    const image = convert(value, run);
    if (image === unparsable || image === undefined || !run.provesLaws) return image;
    const again = onTrial(convert, onTrial(inverse, image, run), run);
    return again !== unparsable && equal(again, image) ? image : unparsable;
  };
}

/**
 * Runs one direction on a copy of the run, so that the real run gets no fault. It shares the lists `unparsed` and `rounded` with
 * the real run. Absent, null and unparsable are returned unchanged.
 */
function onTrial(
  one: ConvertValue,
  value: JsonValue | undefined | Unparsable,
  run: ConversionRun,
): JsonValue | undefined | Unparsable {
  if (value === undefined || value === null || value === unparsable) return value;
  const trial = { checksExactness: false, provesLaws: false, trial: undefined };
  return one(value, { ...run, ...trial, growth: new Growth() });
}
