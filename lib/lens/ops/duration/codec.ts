import { parseGoDuration, printGoDuration } from "../../../go/duration.ts";
import type { DurationRule, DurationUnit } from "../../language/rule.ts";
import { type Clamp, unclamped } from "../bounds.ts";
import { type ConvertValue, noteRounded, unparsable, type ValueCodec } from "../codec.ts";
import { fitsInt64, integerOf, integerValue } from "../int64.ts";

/** The nanoseconds in each unit. */
const nanosecondsIn: Readonly<Record<DurationUnit, bigint>> = {
  ns: 1n,
  us: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/**
 * Converts a Go duration (`1h30m`) to an integer of the unit, and back to the text that Go prints (600 seconds: `10m0s`). A text
 * that Go cannot parse, and a text or integer whose nanoseconds exceed an int64, cannot be parsed.
 *
 * `round`: `zero` is toward zero, `up` away from zero, `nearest` takes halves away from zero. Lossy: the spelling, parts of a
 * unit, and with `clamp` integers beyond the bounds.
 */
export function durationCodec(
  { unit, round = "zero" }: Pick<DurationRule, "unit" | "round">,
  clamp: Clamp = unclamped,
): ValueCodec {
  const size = nanosecondsIn[unit];
  const forward: ConvertValue = (value, run) => {
    const nanoseconds = typeof value === "string" ? parseGoDuration(value) : undefined;
    if (nanoseconds === undefined) return unparsable;
    const count = clamp(roundedTo(nanoseconds, size, round));
    const image = fitsInt64(count * size) ? integerValue(count) : undefined;
    if (image === undefined) return unparsable;
    if (count * size !== nanoseconds) noteRounded(run);
    return image;
  };
  const backward: ConvertValue = (value) => {
    const integer = integerOf(value);
    const count = integer === undefined ? undefined : clamp(integer);
    return count !== undefined && fitsInt64(count * size)
      ? printGoDuration(count * size)
      : unparsable;
  };
  return { forward, backward, exactForward: false, exactBackward: clamp === unclamped };
}

function roundedTo(value: bigint, size: bigint, round: "zero" | "up" | "nearest"): bigint {
  const whole = value / size;
  const rest = value % size;
  const away = value < 0n ? -1n : 1n;
  const isCloser = round === "up" ? rest !== 0n : round === "nearest" && 2n * rest * away >= size;
  return isCloser ? whole + away : whole;
}
