import type { Op } from "../op.ts";
import { orderedSplitCodec } from "./codec.ts";

/** Converts between a text and its parts, by a template. */
export const splitOp: Op<"split"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => true,
  isInverted: ({ from }) => typeof from !== "string",
  codec: orderedSplitCodec,
};
