import type { Op } from "../op.ts";

/** Carries a value, with its inner rules, to another path. */
export const moveOp: Op<"move"> = {
  kind: "container",
  isExact: true,
  begins: "itself",
};
