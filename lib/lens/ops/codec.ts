import type { Allowance } from "../../converter/allowance.ts";
import { type ConversionFault, deadlineFault, type StringMap } from "../../converter/converter.ts";
import type { Growth } from "../../converter/growth.ts";
import type { JsonValue } from "../../json/value.ts";

/** The result of an op for a value that it cannot parse. */
export const unparsable: unique symbol = Symbol.for("customhouse.unparsable");

/** The type of {@link unparsable}. */
export type Unparsable = typeof unparsable;

/** The state of one conversion of one object: what ops can use besides their values, and where they report what happened. */
export interface ConversionRun {
  readonly allowance: Allowance;
  readonly growth: Growth;
  /** The object's name and namespace, if it has them. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The labels and annotations of the object before the conversion. */
  readonly labels: StringMap;
  readonly annotations: StringMap;
  /** False if `fail` is ignored, and so are failures of hooks: the values cannot be parsed then, and are preserved. */
  readonly mayFail: boolean;
  /** Set to true if {@link ConversionRun.mayFail} is false and a rule would otherwise have failed the conversion. */
  ignoredFailure: boolean;
  /**
   * Set to true if the image (what the rules make of a value) may not convert back to the same value, so that something may have
   * to be preserved.
   */
  isInexact: boolean;
  /** False in trial conversions, whose image is not converted back to find out whether it is exact. */
  checksExactness: boolean;
  /**
   * False in trial conversions of an image whose round trip is already proved. To prove it again at each level of a recursive
   * lens would double the time with each level.
   */
  provesLaws: boolean;
  /** Set if the object cannot be converted. Its path is relative to the value that was being converted. */
  fault: ConversionFault | undefined;
  /** For the log: the first error of an author's code that did not fail the conversion, such as a result that is not JSON. */
  thrown: unknown;
  /** The paths of the first values that could not be parsed, relative to the value that is being converted. */
  readonly unparsed: string[];
  /** The paths of the first values whose image is rounded, relative to the value that is being converted. */
  readonly rounded: string[];
  /** The number of nested lists of rules that are being applied. */
  depth: number;
  /** The state of trial conversions. Trials of a run share it: only one is in progress at a time. */
  trial: ConversionRun | undefined;
}

/** The most paths recorded in `unparsed`, and in `rounded`. The lists for a whole review keep no more than that either. */
const maxNoted = 10;

/**
 * Records the path of a value that cannot be parsed. An op that knows which part it cannot parse records that path before it
 * returns {@link unparsable}.
 */
export function noteUnparsable(path: string, { unparsed }: ConversionRun): void {
  if (unparsed.length < maxNoted) unparsed.push(path);
}

/** Records the path of a value whose image is rounded. The default `""` stands for the value that the op was given. */
export function noteRounded({ rounded }: ConversionRun, path = ""): void {
  if (rounded.length < maxNoted) rounded.push(path);
}

/**
 * Counts an op's work, one unit for each item of a list or character of a text. True if the deadline of the review has passed:
 * the conversion then has a fault, and the op must return.
 */
export function exceedsDeadline(run: ConversionRun, units: number): boolean {
  if (!run.allowance.watch.passes(units)) return false;
  run.fault = deadlineFault;
  return true;
}

/**
 * One direction of a value op. It does not change the value. Its only side effects are on the run: it counts work and growth there,
 * and notes what became of the value (`unparsed`, `rounded`, `isInexact`, `fault` …). The value is never absent or null: these
 * are passed on without calling the op. Undefined as the result means absent. For the functions f and g of both directions and
 * every value x: f(g(f(x))) = f(x).
 */
export type ConvertValue = (
  value: JsonValue,
  run: ConversionRun,
) => JsonValue | undefined | Unparsable;

/** As {@link ConvertValue}, for an op on several values, in the order of its paths. At least one value is present. */
export type ConvertValues = (
  values: readonly (JsonValue | undefined)[],
  run: ConversionRun,
) => readonly (JsonValue | undefined)[] | Unparsable;

/** The two directions of an op with one path on each side. `forward` converts from the op's first side to its second. */
export interface ValueCodec {
  readonly forward: ConvertValue;
  readonly backward: ConvertValue;
  /** True if every value that `forward` can parse is converted back to the same value, so that no comparison is needed. */
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /**
   * True if the op itself sets {@link ConversionRun.isInexact} for each value that would not convert back to the same value, so
   * that no comparison is needed.
   */
  readonly reportsInexact?: boolean;
  /**
   * Merges a preserved value of the first side with the current one: the result has the same image as the current value and keeps
   * as much as possible of the preserved one. Undefined if there is no such value. Only `count` has it.
   */
  readonly merge?: (
    preserved: JsonValue,
    current: JsonValue,
    run: ConversionRun,
  ) => JsonValue | undefined;
}

/** The two directions of an op with several paths. `forward` converts from the op's first side to its second. */
export interface JointCodec {
  readonly forward: ConvertValues;
  readonly backward: ConvertValues;
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /** As in {@link ValueCodec.reportsInexact}. */
  readonly reportsInexact?: boolean;
}

/** An op's codec. If `isInverted` is true, the op's first side is the version `to`, else `from`. */
export type OrientedCodec =
  | { readonly type: "value"; readonly codec: ValueCodec; readonly isInverted: boolean }
  | { readonly type: "joint"; readonly codec: JointCodec; readonly isInverted: boolean };
