import type { JsonObject } from "../json/value.ts";
import type { AcceptedPlace } from "./accepted-places.ts";

/** What is wrong with an object. */
export interface Discrepancy {
  /** In a sentence, for the author of the kind. */
  readonly explanation: string;
  /** Of a webhook: the paths whose values are lost or changed, as a list of known losses names them. */
  readonly paths?: readonly string[];
}

/** Objects that break a law. */
export interface LawFault extends Discrepancy {
  readonly before: JsonObject;
  /** The converted object, at the other version. */
  readonly after?: JsonObject;
  /** Back at the first version, or the object that `after` is compared with. */
  readonly returned?: JsonObject;
  /** The review that shows it; left out where it is the conversion of `before`. */
  readonly review?: JsonObject;
  /** True where values are left out that may not be shown: `***` stands for each. */
  readonly isMasked?: true;
}

/**
 * The result of a law for one object. Refused: the kind declines to convert it, which it may. Crashed: the conversion
 * threw; only `no-crash` and `small-scope` report that.
 */
export type LawResult =
  | { readonly type: "ok"; readonly seen?: readonly SeenPlace[] }
  | { readonly type: "refused" }
  | { readonly type: "crashed"; readonly error: unknown }
  | { readonly type: "FAIL"; readonly fault: LawFault };

/** A place of one object at which an entry of `accept` accepts a constraint. */
export interface SeenPlace {
  readonly place: AcceptedPlace;
  /** True if the constraint refused the value at the place, so that only the entry makes the object valid. */
  readonly isExcused: boolean;
}

/** The law holds for the object. */
export const lawOk: LawResult = { type: "ok" };

/** The kind declines to convert the object, which says nothing about the law. */
export const lawRefused: LawResult = { type: "refused" };

/** A counter-example to the law. */
export function lawFails(fault: LawFault): LawResult {
  return { type: "FAIL", fault };
}
