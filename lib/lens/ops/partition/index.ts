import type { Op } from "../op.ts";
import { partitionCodec } from "./codec.ts";

export const partitionOp: Op<"partition"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => typeof from !== "string",
  codec: partitionCodec,
};
