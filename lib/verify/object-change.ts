import type { ReviewObject } from "../protocol/conversion-review.ts";
import type { LawFault } from "./law-result.ts";

/** A change of objects, the same for all objects that a law judges together. */
export interface ObjectChange {
  readonly object: (object: ReviewObject) => ReviewObject;
  /** The new name of a map member in a path. Only names that occur in the objects as a replaced value change. */
  readonly key: (key: string) => string;
}

/** Returns a sample (what a law judges at once) with its objects changed. */
export type SampleChange<T> = (sample: T, change: ObjectChange) => T;

/** As {@link SampleChange}, for a law that judges one object. */
export function changeObject(object: ReviewObject, change: ObjectChange): ReviewObject {
  return change.object(object);
}

/** A sample that fails, and how to try it again with other values. `F`: the type of the reported fault. */
export interface FailingSample<T, F = LawFault> {
  readonly sample: T;
  readonly fault: F;
  /** The fault of another sample that fails in the same way (by the same law in the same direction); undefined if it does not. */
  readonly faultOf: (sample: T) => F | undefined;
  /** Undefined if the objects in the sample can't be changed. */
  readonly change: SampleChange<T> | undefined;
}

/** Gives the fault to report for a sample that may not be shown as it is. */
export type Redraw = <T>(failing: FailingSample<T>) => LawFault;
