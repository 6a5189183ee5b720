import type { Op } from "../op.ts";

export const constantOp: Op<"constant"> = {
  kind: "oneSided",
  isExact: false,
  isPreserved: false,
  constant: ({ value }) => value,
};
