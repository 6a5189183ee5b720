import type { Op } from "../op.ts";
import { entryCodec, filledNames } from "./codec.ts";

/** Converts between fields and list items with name and value. */
export const entryOp: Op<"entry"> = {
  kind: "joint",
  isExact: false,
  isLawful: () => true,
  isInverted: ({ from }) => typeof from === "string",
  fillsItself: true,
  codec: (data) => {
    const fields = typeof data.from === "string" ? data.to : data.from;
    return entryCodec({ ...data, names: Object.keys(fields), always: filledNames(data) });
  },
};
