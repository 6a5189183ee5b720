import type { Allowance } from "../../converter/allowance.ts";
import type { ConversionFault } from "../../converter/converter.ts";
import { deadlineText } from "../../converter/deadline-watch.ts";
import type { Growth } from "../../converter/growth.ts";
import type { JsonValue } from "../../json/value.ts";

/** What an op answers for a value that it does not understand. */
export const unreadable: unique symbol = Symbol("unreadable");
export type Unreadable = typeof unreadable;

/** What ops may use besides values, and say besides their answer, while one object is converted one way. */
export interface Run {
  readonly allowance: Allowance;
  readonly growth: Growth;
  /** The object's own name and namespace, where it bears them. */
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** False where a rule's `fail` does not count: what it cannot read is kept, as by a rule without one. */
  readonly mayFail: boolean;
  /** Set where a rule would have failed. */
  spared: boolean;
  /** Set where what would come back may differ from what went in: there may be a residual. */
  residual: boolean;
  /** False in trials: whether there is a residual is not asked, and nothing is sent back to find out. */
  notesResidual: boolean;
  /**
   * False in trials of an image that was proved to come back the same: nothing in it is proved again, which would take
   * twice as long with each level of a lens in itself.
   */
  provesLaws: boolean;
  /** Set where the object cannot be converted; its path is relative to the value that was being read. */
  fault: ConversionFault | undefined;
  /** Paths of values that no rule could read, relative to the value that is being read; the first few. */
  readonly unread: string[];
  /** Paths of values whose image is rounded, relative to the value that is being read; the first few. */
  readonly rounded: string[];
  /** Lists of rules that are at work, one within another. */
  depth: number;
  /** What trials of this run use, one after another. */
  trial: Run | undefined;
}

/** Values of each sort that are named; more only cost space. */
const maxNoted = 10;

/** Names a value that cannot be read. An op that knows the part which it cannot read names that before it gives up. */
export function noteUnread(path: string, { unread }: Run): void {
  if (unread.length < maxNoted) unread.push(path);
}

/** Names a value whose image is rounded: by default the very value that an op was given. */
export function noteRounded({ rounded }: Run, path = ""): void {
  if (rounded.length < maxNoted) rounded.push(path);
}

/**
 * Counts an op's work, a unit for each item that it looks at; true, with a fault, where the deadline of the review has
 * passed, and the op is to give up.
 */
export function isLate(run: Run, units: number): boolean {
  if (!run.allowance.watch.passes(units)) return false;
  run.fault = { path: "", message: deadlineText };
  return true;
}

/**
 * One direction of an op on one value: never absent, never null (absent and null pass by). Pure; undefined as an
 * answer is absent. For every value x of either direction: f(g(f(x))) = f(x).
 */
export type One = (value: JsonValue, run: Run) => JsonValue | undefined | Unreadable;

/** One direction of an op on several values, in the order of its paths; at least one is there. */
export type Many = (
  values: readonly (JsonValue | undefined)[],
  run: Run,
) => readonly (JsonValue | undefined)[] | Unreadable;

/** A value op between one path and one path; forward goes from its first side to its second. */
export interface OneCodec {
  readonly forward: One;
  readonly backward: One;
  /** True where what forward could read comes back the same: nothing then needs to be compared. */
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /** The op sets {@link Run.residual} itself wherever a value would not come back: nothing needs to be compared. */
  readonly saysResidual?: boolean;
  /**
   * What to make of an old value of the first side and today's: a value that says the same as today's and keeps what
   * it can of the old. Only count has it.
   */
  readonly merge?: (old: JsonValue, today: JsonValue, run: Run) => JsonValue | undefined;
}

/** A joint op between several paths; forward goes from its first side to its second. */
export interface ManyCodec {
  readonly forward: Many;
  readonly backward: Many;
  readonly exactForward: boolean;
  readonly exactBackward: boolean;
  /** As {@link OneCodec.saysResidual}. */
  readonly saysResidual?: boolean;
}

/** A codec with where its first side is. */
export type OrientedCodec =
  | { readonly type: "one"; readonly codec: OneCodec; readonly isInverted: boolean }
  | { readonly type: "many"; readonly codec: ManyCodec; readonly isInverted: boolean };
