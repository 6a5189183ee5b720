import type { Op } from "../op.ts";

export const annotationOp: Op<"annotation"> = {
  kind: "metadata",
  isExact: true,
  map: "annotations",
  key: ({ key }) => key,
};
