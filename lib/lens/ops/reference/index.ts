import type { MacroOp } from "../op.ts";
import { rulesOfReference } from "./rules-of-reference.ts";

/** Stands for the rules of a reference's members. */
export const referenceOp: MacroOp<"reference"> = {
  kind: "macro",
  isExact: false,
  rule: rulesOfReference,
  makes: ["at", "move", "group", "keep"],
};
