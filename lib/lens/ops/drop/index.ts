import type { Op } from "../op.ts";

/** Removes a value that only one version has. It is not preserved. */
export const dropOp: Op<"drop"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: false,
  reason: ({ reason }) => reason,
};
