import type { Op } from "../op.ts";

export const labelOp: Op<"label"> = {
  kind: "metadata",
  isExact: true,
  map: "labels",
  key: ({ key }) => key,
};
