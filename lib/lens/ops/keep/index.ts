import type { Op } from "../op.ts";

/** Preserves a value that only one version has; with `beside`, until the value there changes. */
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
