import type { Op } from "../op.ts";
import { invertedByItems } from "../orientation.ts";
import { countCodec } from "./codec.ts";

/** Converts between a list of strings that may repeat and a list of each string with its quantity. */
export const countOp: Op<"count"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedByItems,
  codec: countCodec,
};
