import type { Op } from "../op.ts";
import { invertedByItems } from "../orientation.ts";
import { countCodec } from "./codec.ts";

/** Counts equal strings into items with a quantity, and repeats them on the way back. */
export const countOp: Op<"count"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedByItems,
  codec: countCodec,
};
