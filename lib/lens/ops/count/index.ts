import { itemNode } from "../../language/schema-node.ts";
import type { Op } from "../op.ts";
import { isOfType } from "../orientation.ts";
import { countCodec } from "./codec.ts";

export const countOp: Op<"count"> = {
  kind: "value",
  isExact: false,
  isInverted: ({ inverted }, { from }) => inverted ?? isOfType(itemNode(from), "object"),
  codec: countCodec,
};
