import type { Allowance } from "../../converter/allowance.ts";
import type { ConversionFault, StringMap } from "../../converter/converter.ts";
import { deadlineText } from "../../converter/deadline-watch.ts";
import type { Growth } from "../../converter/growth.ts";
import type { JsonValue } from "../../json/value.ts";

/** What an op returns for a value that it cannot parse. */
export const unparsable: unique symbol = Symbol.for("customhouse.unparsable");

/** The type of {@link unparsable}, for results that may be it. */
export type Unparsable = typeof unparsable;

/** The state of one conversion of one object: what ops may use besides their values, and report besides their result. */
export interface ConversionRun {
  readonly allowance: Allowance;
  readonly growth: Growth;
  /** The object's name and namespace, where it has them. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The labels and annotations of the object as it came. */
  readonly labels: StringMap;
  readonly annotations: StringMap;
  /** False where `fail` is ignored: a value that cannot be parsed is then preserved, as by a rule without `fail`. */
  readonly mayFail: boolean;
  /** Set where {@link ConversionRun.mayFail} is false and a rule would have failed the conversion. */
  ignoredFailure: boolean;
  /** Set where the image may not convert back to the same value: something may have to be preserved. */
  isInexact: boolean;
  /** False in trials: no image is converted back to find out whether it is exact. */
  checksExactness: boolean;
  /**
   * False in trials of an image whose round trip is already proved. Proving it again at each level of a recursive lens
   * would double the time with each level.
   */
  provesLaws: boolean;
  /** Set where the object cannot be converted; its path is relative to the value that was being read. */
  fault: ConversionFault | undefined;
  /** An error of an author's code that did not fail the conversion, for the log; the first one. */
  thrown: unknown;
  /** Paths of values that no rule could parse, relative to the value that is being converted; the first few. */
  readonly unread: string[];
  /** Paths of values whose image is rounded, relative to the value that is being read; the first few. */
  readonly rounded: string[];
  /** How many lists of rules are being applied, one within another. */
  depth: number;
  /** The state that trials of this run share: only one is under way at a time. */
  trial: ConversionRun | undefined;
}

/** Values of each sort that are named; more only cost space. */
const maxNoted = 10;

/** Names a value that cannot be parsed. An op that knows the part which it cannot parse names that before it gives up. */
export function noteUnparsable(path: string, { unread }: ConversionRun): void {
  if (unread.length < maxNoted) unread.push(path);
}

/** Names a value whose image is rounded: by default the very value that an op was given. */
export function noteRounded({ rounded }: ConversionRun, path = ""): void {
  if (rounded.length < maxNoted) rounded.push(path);
}

/**
 * Counts an op's work, a unit for each item that it looks at; true, with a fault, where the deadline of the review has
 * passed, and the op is to give up.
 */
export function isLate(run: ConversionRun, units: number): boolean {
  if (!run.allowance.watch.passes(units)) return false;
  run.fault = { path: "", message: deadlineText };
  return true;
}

/**
 * One direction of an op on one value: never absent, never null (absent and null pass by). Pure; undefined as an
 * answer is absent. For every value x of either direction: f(g(f(x))) = f(x).
 */
export type ConvertValue = (
  value: JsonValue,
  run: ConversionRun,
) => JsonValue | undefined | Unparsable;

/** One direction of an op on several values, in the order of its paths; at least one is there. */
export type ConvertValues = (
  values: readonly (JsonValue | undefined)[],
  run: ConversionRun,
) => readonly (JsonValue | undefined)[] | Unparsable;

/** A value op between one path and one path; forward goes from its first side to its second. */
export interface ValueCodec {
  readonly forward: ConvertValue;
  readonly backward: ConvertValue;
  /** True where what forward could parse comes back the same: nothing then needs to be compared. */
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /** The op sets {@link ConversionRun.isInexact} itself wherever a value would not come back: nothing needs to be compared. */
  readonly reportsInexact?: boolean;
  /**
   * What to make of the preserved and the current value of the first side: a value that means the same as the current one and
   * keeps what it can of the preserved one. Only count has it.
   */
  readonly merge?: (old: JsonValue, today: JsonValue, run: ConversionRun) => JsonValue | undefined;
}

/** A joint op between several paths; forward goes from its first side to its second. */
export interface JointCodec {
  readonly forward: ConvertValues;
  readonly backward: ConvertValues;
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /** As {@link ValueCodec.reportsInexact}. */
  readonly reportsInexact?: boolean;
}

/** A codec with where its first side is. */
export type OrientedCodec =
  | { readonly type: "value"; readonly codec: ValueCodec; readonly isInverted: boolean }
  | { readonly type: "joint"; readonly codec: JointCodec; readonly isInverted: boolean };
