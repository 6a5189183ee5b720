import type { Op } from "../op.ts";
import { neverInverted } from "../orientation.ts";
import { notCodec } from "./codec.ts";

export const notOp: Op<"not"> = {
  kind: "value",
  isExact: true,
  isInverted: neverInverted,
  codec: notCodec,
};
