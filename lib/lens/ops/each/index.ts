import { eachItem } from "../../language/path.ts";
import type { Op } from "../op.ts";

export const eachOp: Op<"each"> = {
  kind: "container",
  isExact: true,
  steps: [eachItem],
  keys: ({ key }, declared) => (typeof key === "string" ? [key] : (key ?? declared)),
  alignsExactly: ({ align }) => align === "exact",
};
