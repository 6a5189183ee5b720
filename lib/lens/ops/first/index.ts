import type { Op } from "../op.ts";
import { firstCodec } from "./codec.ts";
import { sourcesOf } from "./first-source.ts";

export const firstOp: Op<"first"> = {
  kind: "joint",
  isExact: false,
  isLawful: (data) => data.default === undefined,
  isInverted: ({ from }) => !Array.isArray(from),
  codec: (data, context) => firstCodec({ ...data, sources: sourcesOf(data, context) }),
  isPartial: true,
  absence: {
    value: (data) => data.default,
    side: ({ from }) => (typeof from === "string" ? "to" : "from"),
  },
};
