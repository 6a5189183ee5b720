import type { Op } from "../op.ts";
import { firstCodec } from "./codec.ts";
import { sourceCodecs } from "./first-source.ts";

/**
 * Reads the first of several sources that has a value. Converting back writes it to the source that `backTo` names, or to all
 * of them; to another one where that one would not give it back unchanged.
 */
export const firstOp: Op<"first"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => !Array.isArray(from),
  codec: (data, context) => firstCodec({ ...data, sources: sourceCodecs(data, context) }),
  isPartial: true,
};
