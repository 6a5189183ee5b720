import type { Op } from "../op.ts";
import { invertedAsWritten } from "../orientation.ts";
import { defaultCodec } from "./codec.ts";

export const defaultOp: Op<"default"> = {
  kind: "value",
  isExact: false,
  isInverted: invertedAsWritten,
  codec: defaultCodec,
  mayBeSource: false,
  absence: {
    value: ({ value }) => value,
    side: ({ inverted }) => (inverted === true ? "to" : "from"),
  },
};
