/** A lens that can't convert, because of a rule that its author has to correct. The message names the fault, not the rule. */
export class InvalidLens extends TypeError {
  override readonly name = "InvalidLens";
}
