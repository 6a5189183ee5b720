import type { Op } from "../op.ts";

/** Moves a value to another path; inner rules convert its members. */
export const moveOp: Op<"move"> = {
  kind: "container",
  isExact: true,
  begins: "itself",
};
