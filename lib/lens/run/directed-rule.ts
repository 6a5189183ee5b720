import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { ConvertValue, ConvertValues } from "../ops/codec.ts";
import type { Absence, ValueReader } from "./absence.ts";

/** Tests whether a path can hold a value: its type must be the declared one; a label or annotation holds only certain strings. */
export type FitTest = (value: JsonValue) => boolean;

/** A rule compiled for one direction. */
export type DirectedRule = DirectedValueRule | DirectedJointRule | DirectedOneSidedRule;

/** A rule with paths on one side only. It writes nothing to the target. */
export interface DirectedOneSidedRule extends Absences {
  readonly type: "oneSided";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** True if the values at its source paths are preserved. */
  readonly isPreserved: boolean;
}

/** What absence means at the rule's only path in each version. */
interface Absences {
  readonly absence: {
    readonly source?: Absence | undefined;
    readonly target?: Absence | undefined;
  };
}

/** A rule that converts the value at one path and writes it to one path. */
export interface DirectedValueRule extends Absences {
  readonly type: "value";
  readonly source: KeyPath;
  readonly target: KeyPath;
  readonly run: ConvertValue;
  readonly inverse: ConvertValue;
  /** True if every value that `run` can parse converts back to the same value, or if `run` itself reports those that don't. */
  readonly isExact: boolean;
  /** Tests whether a value has the type that the source's schema declares at the path. Any other value can't be parsed. */
  readonly isTyped: FitTest;
  /** True if both paths are members of the same map. */
  readonly sharesHolder: boolean;
  /** Tests whether the target path can hold an image. */
  readonly fitsTarget: FitTest;
  /** True if null is left out at the target path: the API server would drop it there, but keeps it in the source version. */
  readonly leavesOutNull: boolean;
  /** True if the target is a label or an annotation. */
  readonly isInMetadata: boolean;
  /** Tests whether a value that cannot be parsed may be left at its path; undefined if the two paths differ. */
  readonly mayStay?: (value: JsonValue) => boolean;
  readonly fail?: string;
}

/** A rule that converts several values together. */
export interface DirectedJointRule extends Absences {
  readonly type: "joint";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Readers of values that the rule doesn't claim. {@link run} gets these values after those of the sources. */
  readonly reads: readonly ValueReader[];
  /** For each target, a test of whether it can hold an image. */
  readonly fitsTargets: readonly FitTest[];
  /** For each target, true if null is left out there. */
  readonly leaveOutNull: readonly boolean[];
  /** For each source path, a test of whether a value has the type that the source's schema declares there. */
  readonly areTyped: readonly FitTest[];
  readonly run: ConvertValues;
  readonly inverse: ConvertValues;
  readonly isExact: boolean;
  /** True if the rule reads more than it claims, in either direction, so that its round trip cannot be tested alone. */
  readonly assumesInexact: boolean;
  /** True if the targets are independent: if one can't be written, the others still are. */
  readonly isPartial: boolean;
  readonly fail?: string;
}
