import type { Op } from "../op.ts";
import { entryCodec } from "./codec.ts";

export const entryOp: Op<"entry"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => typeof from === "string",
  codec: (data) => {
    const fields = typeof data.from === "string" ? data.to : data.from;
    return entryCodec({ ...data, names: Object.keys(fields) });
  },
};
