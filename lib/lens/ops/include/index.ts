import type { Op } from "../op.ts";

/** Applies the rules of a lens that has a name. */
export const includeOp: Op<"include"> = {
  kind: "named",
  isExact: true,
  lens: ({ lens }) => lens,
};
