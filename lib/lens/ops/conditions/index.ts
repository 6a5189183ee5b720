import { eachItem } from "../../language/path.ts";
import type { Op } from "../op.ts";

export const conditionsOp: Op<"conditions"> = {
  kind: "container",
  isExact: true,
  steps: [eachItem],
  keys: (_, declared = ["type"]) => declared,
};
