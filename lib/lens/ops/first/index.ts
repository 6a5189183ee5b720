import type { Op } from "../op.ts";
import { firstCodec } from "./codec.ts";
import { sourceCodecs } from "./first-source.ts";

/**
 * Reads the first of several sources that has a value. On the way back the value is written to the source that `backTo` names, or
 * to all; to another one if it would not convert forward to the same value from there.
 */
export const firstOp: Op<"first"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => !Array.isArray(from),
  codec: (data, context) => firstCodec({ ...data, sources: sourceCodecs(data, context) }),
  isPartial: true,
};
