import type { Op } from "../op.ts";

export const keepOp: Op<"keep"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: true,
  reads: ({ from, beside }) => {
    const texts = beside === undefined ? [] : [beside];
    return from === undefined ? { from: texts, to: [] } : { from: [], to: texts };
  },
  companion: ({ beside }) => (beside === undefined ? undefined : "read"),
};
