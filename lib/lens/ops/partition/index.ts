import type { Op } from "../op.ts";
import { partitionCodec } from "./codec.ts";

/** Divides a list by a test, and joins both parts again in their order. */
export const partitionOp: Op<"partition"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => typeof from !== "string",
  codec: partitionCodec,
};
