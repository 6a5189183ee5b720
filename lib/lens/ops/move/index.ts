import type { Op } from "../op.ts";

export const moveOp: Op<"move"> = {
  kind: "container",
  isExact: true,
  steps: [],
};
