import type { Side } from "../../converter/side.ts";
import type { JsonObject } from "../../json/value.ts";
import type { LeafDifference } from "./leaf-values.ts";

/** The body of an object, and what the webhook makes of it. */
export interface ConvertedBody {
  readonly side: Side;
  readonly body: JsonObject;
  readonly image: JsonObject;
}

/** An object that the webhook converts differently from the rules. */
export interface Counterexample extends ConvertedBody {
  /** Where the two differ, in the other version: `one` is what the rules give. */
  readonly difference: LeafDifference;
}
