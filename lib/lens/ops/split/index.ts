import type { Op } from "../op.ts";
import { splitInOrder } from "./codec.ts";

export const splitOp: Op<"split"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => typeof from !== "string",
  codec: splitInOrder,
};
