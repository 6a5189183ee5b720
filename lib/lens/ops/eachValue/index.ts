import { eachValue } from "../../language/path.ts";
import type { Op } from "../op.ts";

export const eachValueOp: Op<"eachValue"> = {
  kind: "container",
  isExact: true,
  steps: [eachValue],
};
