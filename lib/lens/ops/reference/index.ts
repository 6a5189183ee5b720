import type { MacroOp } from "../op.ts";
import { rulesOfReference } from "./rules-of-reference.ts";

/** Is replaced by rules for the members of a reference. */
export const referenceOp: MacroOp<"reference"> = {
  kind: "macro",
  isExact: false,
  rule: rulesOfReference,
  makes: ["at", "move", "group", "keep"],
};
