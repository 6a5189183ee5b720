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

/** A run as the evaluator starts one. */
export function lensRun(own: Partial<ConversionRun> = {}): ConversionRun {
  return { ...newRun({ name: undefined, namespace: undefined }, allowance()), ...own };
}

/** What a codec says of a value there and then back; unparsable is written so, absent is left undefined. */
export function both(
  codec: ValueCodec,
  direction: "forward" | "backward",
  value: JsonValue,
): { readonly there: unknown; readonly home: unknown } {
  const other = direction === "forward" ? "backward" : "forward";
  const there = codec[direction](deepFreeze(value), lensRun());
  const home = isGiven(there) ? codec[other](there, lensRun()) : there;
  return { there: shown(there), home: shown(home) };
}

function isGiven(value: JsonValue | undefined | Unparsable): value is JsonValue {
  return value !== unparsable && value !== undefined && value !== null;
}

function shown(value: JsonValue | undefined | Unparsable): unknown {
  return value === unparsable ? "unparsable" : value;
}
