import type { Op } from "../op.ts";

/** Applies the rules of a named lens. */
export const includeOp: Op<"include"> = {
  kind: "named",
  isExact: true,
  lens: ({ lens }) => lens,
};
