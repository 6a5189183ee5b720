import { clampOf } from "../bounds.ts";
import type { Op } from "../op.ts";
import { invertedByNumber } from "../orientation.ts";
import { quantityCodec } from "./codec.ts";

/** Converts between a quantity such as `1Gi` and an integer in units of a scale. */
export const quantityOp: Op<"quantity"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedByNumber,
  codec: (data, { at }) => quantityCodec(data, clampOf(data, at.to)),
};
