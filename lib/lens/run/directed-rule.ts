import type { JsonValue } from "../../json/value.ts";
import type { KeyPath } from "../language/path.ts";
import type { ConvertValue, ConvertValues } from "../ops/codec.ts";
import type { Absence, ValueReader } from "./absence.ts";

/** Whether a place can hold a value: one of its declared type, and as a label or an annotation only some texts. */
export type FitTest = (value: JsonValue) => boolean;

/** A rule compiled for one direction. */
export type DirectedRule = DirectedValueRule | DirectedJointRule | DirectedOneSidedRule;

/** A rule with paths on one side only: it writes nothing to the target. */
export interface DirectedOneSidedRule extends Absences {
  readonly type: "oneSided";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Whether the values at its source paths are preserved. */
  readonly isPreserved: boolean;
}

/** What a rule says about absence at its one place in either version. */
interface Absences {
  readonly absence: {
    readonly source?: Absence | undefined;
    readonly target?: Absence | undefined;
  };
}

/** A rule that converts the value at one path to one other path. */
export interface DirectedValueRule extends Absences {
  readonly type: "value";
  readonly source: KeyPath;
  readonly target: KeyPath;
  readonly run: ConvertValue;
  readonly inverse: ConvertValue;
  /** Every value that is read converts back to the same value, or {@link run} itself reports that it does not. */
  readonly isExact: boolean;
  /** Whether a value is of the type that its own schema declares: any other can't be parsed. */
  readonly isTyped: FitTest;
  /** True where both paths are members of the same map. */
  readonly sharesHolder: boolean;
  /** Whether the target can hold an image. */
  readonly fitsTarget: FitTest;
  /** True where the target is a label or an annotation. */
  readonly isInMetadata: boolean;
  /** Whether a value that cannot be parsed may stay where it is; undefined where the paths differ. */
  readonly mayStay?: (value: JsonValue) => boolean;
  readonly fail?: string;
}

/** A rule that converts several values together. */
export interface DirectedJointRule extends Absences {
  readonly type: "joint";
  readonly sources: readonly KeyPath[];
  readonly targets: readonly KeyPath[];
  /** Read without being claimed; {@link run} gets these values after those of the sources. */
  readonly reads: readonly ValueReader[];
  /** For each target whether it can hold an image. */
  readonly fitsTargets: readonly FitTest[];
  /** For each source whether a value is of the type that its own schema declares. */
  readonly areTyped: readonly FitTest[];
  readonly run: ConvertValues;
  readonly inverse: ConvertValues;
  readonly isExact: boolean;
  /** Set where the rule reads more than it claims in either direction, so that its round trip cannot be tested alone. */
  readonly assumesInexact: boolean;
  /** True if each target holds the whole value: where one can't hold it, the others are written nevertheless. */
  readonly isPartial: boolean;
  readonly fail?: string;
}
