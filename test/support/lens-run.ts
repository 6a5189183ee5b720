import { deepFreeze } from "../../lib/json/deep-freeze.ts";
import type { JsonValue } from "../../lib/json/value.ts";
import {
  type ConversionRun,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../../lib/lens/ops/codec.ts";
import { newRun } from "../../lib/lens/ops/run-state.ts";
import { allowance } from "./allowance.ts";

/** The state for converting one object, as a conversion starts with it. */
export function lensRun(own: Partial<ConversionRun> = {}): ConversionRun {
  return { ...newRun({ name: undefined, namespace: undefined }, allowance()), ...own };
}

/** The image of a value by a codec, and the image converted back. Unparsable is shown as a text, absent as undefined. */
export function both(
  codec: ValueCodec,
  direction: "forward" | "backward",
  value: JsonValue,
): { readonly image: unknown; readonly returned: unknown } {
  const other = direction === "forward" ? "backward" : "forward";
  const image = codec[direction](deepFreeze(value), lensRun());
  const returned = isGiven(image) ? codec[other](image, lensRun()) : image;
  return { image: shown(image), returned: shown(returned) };
}

function isGiven(value: JsonValue | undefined | Unparsable): value is JsonValue {
  return value !== unparsable && value !== undefined && value !== null;
}

function shown(value: JsonValue | undefined | Unparsable): unknown {
  return value === unparsable ? "unparsable" : value;
}
