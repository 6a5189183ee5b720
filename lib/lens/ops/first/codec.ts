import { Growth } from "../../../converter/growth.ts";
import { equal } from "../../../json/equal.ts";
import { isArray, type JsonValue } from "../../../json/value.ts";
import {
  type ConversionRun,
  type JointCodec,
  type Unparsable,
  unparsable,
  type ValueCodec,
} from "../codec.ts";

/** The parameters of {@link firstCodec}. */
interface FirstParams {
  /** The codec of each source, from the source to the target. */
  readonly sources: readonly ValueCodec[];
  /** The index of the source that the value is written back to, or `all`. Default 0. */
  readonly backTo?: number | "all";
}

/**
 * The value of the target is that of the first source with content, converted by the source's own op. An empty list counts only
 * if no other source has a value, null only if all are null or absent. A value that its op cannot parse is skipped; if no other
 * source has a value, the result is unparsable.
 *
 * Back, the value is written to the source `backTo`. If it would not convert forward to the same value again, it is written to
 * the first source from which it would, else to the first that can represent it. With `backTo: "all"` it is written to every
 * source from which it converts forward to the same value. Lossy: all sources but the one that is read.
 */
export function firstCodec({ sources, backTo = 0 }: FirstParams): JointCodec {
  const first = backTo === "all" ? 0 : backTo;
  const order = [first, ...Array.from(sources.keys()).filter((index) => index !== first)];
  return {
    forward: (values, run) => {
      const answer = chosenValue(values, sources, run);
      return answer === unparsable ? unparsable : [answer];
    },
    backward: ([value], run) => {
      if (backTo === "all") return sentToAll(value, sources, run);
      const { index, answer } = sentBack(value, sources, order, run);
      if (answer === unparsable) return unparsable;
      return sources.map((_, other) => (other === index ? answer : undefined));
    },
    exactForward: false,
    exactBackward: sources.every(({ exactBackward }) => exactBackward),
  };
}

function chosenValue(
  values: readonly (JsonValue | undefined)[],
  sources: readonly ValueCodec[],
  run: ConversionRun,
): JsonValue | undefined | Unparsable {
  let best: JsonValue | undefined | Unparsable;
  for (const wanted of [isSubstantial, isArray]) {
    for (const [index, value] of values.entries()) {
      if (value === undefined || value === null || !wanted(value)) continue;
      const answer = sources[index]?.forward(value, run);
      if (isValue(answer)) return answer;
      best ??= answer;
    }
  }
  return best ?? (values.includes(null) ? null : undefined);
}

function isSubstantial(value: JsonValue): boolean {
  return !isArray(value) || value.length > 0;
}

/**
 * Writes a value to every source from which it converts forward to the same value. If there is none, does the same with the value
 * that comes back from the first source that can represent it.
 */
function sentToAll(
  value: JsonValue | undefined,
  sources: readonly ValueCodec[],
  run: ConversionRun,
): readonly (JsonValue | undefined)[] | Unparsable {
  if (value === undefined || value === null) return sources.map(() => value);
  const returned = sources.map((source) => returnedFrom(source, value, run));
  const written =
    returned.find((own) => equal(own, value)) ?? returned.find((own) => own !== undefined);
  if (written === undefined) return unparsable;
  return sources.map((source) => {
    if (!equal(returnedFrom(source, written, run), written)) return undefined;
    const answer = source.backward(written, run);
    return answer === unparsable ? undefined : answer;
  });
}

/** The value after it was written to a source and converted forward again; undefined if that is not possible. */
function returnedFrom(
  source: ValueCodec,
  value: JsonValue,
  run: ConversionRun,
): JsonValue | undefined {
  const trial = { ...run, growth: new Growth() };
  const sent = source.backward(value, trial);
  const returned = isValue(sent) ? source.forward(sent, trial) : undefined;
  return isValue(returned) ? returned : undefined;
}

interface SourceImage {
  readonly index: number;
  readonly answer: JsonValue | undefined | Unparsable;
}

function sentBack(
  value: JsonValue | undefined,
  sources: readonly ValueCodec[],
  order: readonly number[],
  run: ConversionRun,
): SourceImage {
  const [preferred = 0] = order;
  if (value === undefined || value === null) return { index: preferred, answer: value };
  let best: number | undefined;
  for (const index of order) {
    const source = sources[index];
    const answer = source?.backward(value, { ...run, growth: new Growth() });
    if (source === undefined || !isValue(answer)) continue;
    if (convertsBack(source, answer, value, run))
      return { index, answer: source.backward(value, run) };
    best ??= index;
  }
  const index = best ?? preferred;
  return { index, answer: sources[index]?.backward(value, run) };
}

function isValue(answer: JsonValue | undefined | Unparsable): answer is JsonValue {
  return answer !== undefined && answer !== null && answer !== unparsable;
}

function convertsBack(
  source: ValueCodec,
  sent: JsonValue,
  value: JsonValue,
  run: ConversionRun,
): boolean {
  if (source.exactBackward) return true;
  const answer = source.forward(sent, { ...run, growth: new Growth() });
  return answer !== unparsable && equal(answer, value);
}
