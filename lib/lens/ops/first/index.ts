import type { Op } from "../op.ts";
import { firstCodec } from "./codec.ts";
import { sourceCodecs } from "./first-source.ts";

/** Reads the first of several paths that has a value, and writes back to those that `backTo` names. */
export const firstOp: Op<"first"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => !Array.isArray(from),
  codec: (data, context) => firstCodec({ ...data, sources: sourceCodecs(data, context) }),
  isPartial: true,
};
