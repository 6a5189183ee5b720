import type { Op } from "../op.ts";
import { invertedByItems } from "../orientation.ts";
import { wrapCodec } from "./codec.ts";

/** Converts between scalars and maps with the scalar as a member. */
export const wrapOp: Op<"wrap"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedByItems,
  codec: wrapCodec,
};
