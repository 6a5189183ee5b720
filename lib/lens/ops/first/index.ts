import type { Op } from "../op.ts";
import { firstCodec } from "./codec.ts";
import { sourceCodecs } from "./first-source.ts";

/**
 * Reads the first of several sources that has a value. Backward, it writes the value to the source that `backTo` names, or to
 * all; to another source if the value would not convert forward to the same value from that source.
 */
export const firstOp: Op<"first"> = {
  kind: "joint",
  isExact: false,
  isWellBehaved: () => true,
  isInverted: ({ from }) => !Array.isArray(from),
  codec: (data, context) => firstCodec({ ...data, sources: sourceCodecs(data, context) }),
  isPartial: true,
};
