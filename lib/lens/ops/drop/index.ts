import type { Op } from "../op.ts";

/** Removes a value for good, with its reason. */
export const dropOp: Op<"drop"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: false,
  reason: ({ reason }) => reason,
};
