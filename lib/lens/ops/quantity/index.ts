import type { Op } from "../op.ts";
import { isNumeric } from "../orientation.ts";
import { quantityCodec } from "./codec.ts";

export const quantityOp: Op<"quantity"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from, to }) => inverted ?? (isNumeric(from) && !isNumeric(to)),
  codec: quantityCodec,
};
