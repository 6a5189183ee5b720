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

/** The parameters of first. */
interface FirstParams {
  /** For each of the first side's paths the op from it to the one path of the second side. */
  readonly sources: readonly ValueCodec[];
  /** The index of the source that the value goes back to, or `all`. Default 0. */
  readonly backTo?: number | "all";
}

/**
 * Several values, of which the first with content is the value of the other side, converted by its own op. An empty list
 * counts only where no other source is present, null only where all are null or absent. A value that its op cannot parse is
 * skipped.
 *
 * Back, the value goes to `backTo`. One that would not return unchanged from there goes to the first source from which it
 * would, else to the first that can represent it. With `backTo: "all"` it goes to every source from which it returns
 * unchanged. Lossy: all sources but the one that is taken.
 */
export function firstCodec({ sources, backTo = 0 }: FirstParams): JointCodec {
  const first = backTo === "all" ? 0 : backTo;
  const order = [first, ...Array.from(sources.keys()).filter((index) => index !== first)];
  return {
    forward: (values, run) => {
      const answer = chosen(values, sources, run);
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

function chosen(
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

/** Sent to every source from which the same comes back: the value itself, or what is left of it where that is lossy. */
function sentToAll(
  value: JsonValue | undefined,
  sources: readonly ValueCodec[],
  run: ConversionRun,
): readonly (JsonValue | undefined)[] | Unparsable {
  if (value === undefined || value === null) return sources.map(() => value);
  const returned = sources.map((source) => returnedFrom(source, value, run));
  const left =
    returned.find((own) => equal(own, value)) ?? returned.find((own) => own !== undefined);
  if (left === undefined) return unparsable;
  return sources.map((source) => {
    if (!equal(returnedFrom(source, left, run), left)) return undefined;
    const answer = source.backward(left, run);
    return answer === unparsable ? undefined : answer;
  });
}

/** The value that a source returns when a value is sent to it and converted forward again; undefined where there is none. */
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
