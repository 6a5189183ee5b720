import type { JsonObject } from "../json/value.ts";
import type { AcceptedPlace } from "./accepted-places.ts";

/** What is wrong with an object. */
export interface Discrepancy {
  /** What is wrong, as a sentence for the author of the kind. */
  readonly explanation: string;
  /** Only for a webhook: the paths whose values are lost or changed, as an acknowledged loss names them: `spec.list[*].x`. */
  readonly paths?: readonly string[];
}

/** How an object breaks a law. */
export interface LawFault extends Discrepancy {
  readonly before: JsonObject;
  /** The converted object. */
  readonly after?: JsonObject;
  /** The object that was converted back, or another object that `after` is compared with. */
  readonly returned?: JsonObject;
  /** The review that shows the fault; absent if a review of `before` alone shows it. */
  readonly review?: JsonObject;
  /** True if `***` stands for values that may not be shown. */
  readonly isMasked?: true;
}

/**
 * The result of a law for one object. `refused`: the kind refused to convert the object, which is allowed. `crashed`: the
 * conversion threw. A ReportedCrash fails every law; any other crash fails only `no-crash`, `small-scope` and `examples`.
 */
export type LawResult =
  | { readonly type: "ok"; readonly matchedPlaces?: readonly MatchedPlace[] }
  | { readonly type: "refused" }
  | { readonly type: "crashed"; readonly error: unknown }
  | { readonly type: "FAIL"; readonly fault: LawFault };

/** An accepted constraint that concerns a value of one object. */
export interface MatchedPlace {
  readonly place: AcceptedPlace;
  /** True if the constraint refused the value, so that the object counts as valid only because of the entry of `accept`. */
  readonly isExcused: boolean;
}

/** The result if the law holds for the object. */
export const lawOk: LawResult = { type: "ok" };

/** The result if the kind refuses to convert the object, so that the law can't be tried. */
export const lawRefused: LawResult = { type: "refused" };

/** The result for a counterexample to the law. */
export function lawFails(fault: LawFault): LawResult {
  return { type: "FAIL", fault };
}
