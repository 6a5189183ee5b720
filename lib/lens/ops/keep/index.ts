import type { Op } from "../op.ts";

/** Preserves a value that only one version has. */
export const keepOp: Op<"keep"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: true,
};
