import type { Op } from "../op.ts";
import { isNumeric } from "../orientation.ts";
import { durationCodec } from "./codec.ts";

export const durationOp: Op<"duration"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) => inverted ?? (isNumeric(from) && !isNumeric(to)),
  codec: durationCodec,
};
