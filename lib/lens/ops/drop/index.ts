import type { Op } from "../op.ts";

export const dropOp: Op<"drop"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: false,
  reason: ({ reason }) => reason,
};
