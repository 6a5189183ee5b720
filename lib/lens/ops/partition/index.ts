import type { Op } from "../op.ts";
import { partitionCodec } from "./codec.ts";

/** Divides a list by a test, and joins the two lists on the way back. */
export const partitionOp: Op<"partition"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => true,
  isInverted: ({ from }) => typeof from !== "string",
  codec: partitionCodec,
};
