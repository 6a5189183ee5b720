import type { Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import type { LeafDifference } from "./leaf-values.ts";

/** The body of an object of the version `side`, and the body that the webhook converts it to (`converted`). */
export interface ConvertedBody {
  readonly side: Side;
  readonly body: JsonObject;
  readonly converted: JsonObject;
}

/** An object that the webhook converts differently from the rules. */
export interface Counterexample extends ConvertedBody {
  /**
   * Where the results differ, with a path of the target version. `other`: the webhook's value. `one`: the value by the rules, or,
   * if the assumption of a `keep` rule is refuted, the webhook's value for the object without the field.
   */
  readonly difference: LeafDifference;
}
