import type { Op } from "../op.ts";

export const useOp: Op<"use"> = {
  kind: "named",
  isExact: true,
  lens: ({ lens }) => lens,
};
